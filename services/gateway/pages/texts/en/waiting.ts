import type { WaitingTexts } from '../nl/waiting.ts';

/** English texts of the page of an entry on a waiting list. */
export const waiting: WaitingTexts = {
  statuses: {
    unconfirmed: {
      word: 'Not confirmed yet',
      meaning: 'Confirm your place on the waiting list. We then e-mail you as soon as there is a place.',
    },
    waiting: {
      word: 'On the waiting list',
      meaning: 'As soon as there is a place, you get an e-mail. We then hold the place for you for a while.',
    },
    offered: {
      word: 'There is a place for you',
      meaning: 'We hold this place for you until {until}. After that it goes to the next guest.',
    },
    booked: { word: 'Booked', meaning: 'You have booked this place.' },
    left: {
      word: 'No longer on the waiting list',
      meaning: 'You are no longer on this waiting list and get no more e-mails about it.',
    },
    expired: {
      word: 'Expired',
      meaning: 'The time or the offer is over. You are no longer on this waiting list.',
    },
  },
  confirm: 'Confirm your place',
  offeredElsewhere: 'We have e-mailed you how to book this place.',
  byMail: 'You can only confirm with the link in the e-mail that we sent you.',
  accept: 'Book this place',
  acceptPay: 'Book and pay {amount}',
  noPrice: 'This place no longer suits your party. Please contact the venue.',
  leave: 'Leave the waiting list',
  leaveWhat: 'You lose your place on the list. You can’t undo this.',
  confirmLeave: 'Yes, take me off the list',
  decline: 'Decline the offer',
  declineWhat: 'The place goes to the next guest, and you leave the waiting list.',
  confirmDecline: 'Yes, decline the offer',
  ticket: 'View your booking',
  wholeDay: 'Any time on this day',
};
