import type { WaitingTexts } from '../nl/waitingTexts.ts';

/** English texts of mail to guests on the waiting list, with placeholders in braces. */
export const en: WaitingTexts = {
  mails: {
    confirm_entry: {
      subject: 'Confirm your place on the waiting list: {facility}, {day}',
      title: 'Confirm your place on the waiting list',
      lead: 'Somebody entered this e-mail address for the waiting list of {venue}. Confirm within {hours} hours. You are then on the list, in order of arrival.',
      link: 'Confirm your place',
    },
    offer: {
      subject: 'A place for you: {facility}, {day}',
      title: 'There is a place for you',
      lead: 'A place has become free at {venue}. We hold it for you until {until}. After that it goes to the next guest.',
      link: 'View the offer and book',
    },
    offer_over: {
      subject: 'Offer expired: {facility}, {day}',
      title: 'Your offer has expired',
      lead: 'You did not respond in time to the free place at {venue}. It goes to the next guest, and you are no longer on the waiting list.',
      link: 'View your entry',
    },
    offer_lost: {
      subject: 'Place no longer available: {facility}, {day}',
      title: 'The offered place is no longer available',
      lead: 'The place that we offered you at {venue} can no longer be booked. You stay on the waiting list.',
      link: 'View or end your entry',
    },
  },
  smsOffer: '{venue} has a place for you: {start}. Book it by {until}: {url}',
  reason:
    '{platform} ({host}) sent you this e-mail on behalf of {venue}, because this e-mail address was entered for the waiting list. If you do not recognise this, do not open any links and delete this e-mail.',
};
