import { bookingLabels } from '@venue-booking/kit/bookingLabels';
import type { BookingStatus } from '@venue-booking/proto/bookingStatus';
import type { Locale } from '@venue-booking/proto/primitives';

/** Texts of the ticket page. */
const nl = {
  ...bookingLabels.nl,
  language: 'Taal',
  paid: 'Betaald',
  refunded: 'Terugbetaald',
  open: 'Nog te betalen op locatie',
  timesIn: (place: string) => `Tijden in ${place}`,
  show: 'Laat deze code zien als je aankomt.',
  showOncePaid: 'Zodra je hebt betaald, zie je hier de code die je bij aankomst laat zien.',
  qr: 'QR-code met de link naar dit ticket',
  pay: (amount: string) => `Betaal ${amount}`,
  held: (moment: string) =>
    `We houden je plaatsen voor je vast tot ${moment}. Betaal je niet voor die tijd, dan komen ze weer vrij.`,
  payLate:
    'De tijd om te betalen is voorbij. Heb je toch betaald? Dan zie je hier zo of je boeking is bevestigd.',
  checking:
    'We controleren je betaling. Deze pagina kijkt elke paar seconden opnieuw. Heb je betaald, dan hoef je dat niet nog eens te doen.',
  oncePaid: (moment: string) =>
    `Na het betalen kun je nog annuleren tot ${moment}. Je krijgt dan je geld terug.`,
  oncePaidTiers: (moment: string) => `Na het betalen kun je nog annuleren tot ${moment}.`,
  moneyKept: 'Wat je betaalde, wordt niet terugbetaald.',
  goesBack: 'Wat je betaalde, krijg je terug.',
  partlyBack: (amount: string) => `Van wat je betaalde, krijg je ${amount} terug.`,
  wentBack: 'Wat je betaalde, is terugbetaald. Het kan enkele werkdagen duren voor je het ziet.',
  failedBack: 'De terugbetaling is niet gelukt. De locatie weet ervan en regelt het verder.',
  addToCalendar: 'Zet in je agenda',
  updateCalendar: 'Werk je agenda bij',
  cancel: 'Boeking annuleren',
  cancelWhat: 'Je plaatsen komen meteen vrij voor anderen. Dit kun je niet terugdraaien.',
  cancelUnpaid: 'Annuleer je nu, dan hoef je niets te betalen.',
  cancelUntil: (moment: string) => `Annuleren kan tot ${moment}.`,
  cancelledUntil: (moment: string) => `Annuleren kon tot ${moment}.`,
  notOnline: (whom: string) =>
    `Deze boeking kun je niet online annuleren. Neem daarvoor contact op met ${whom}.`,
  cancelGivesBack: (amount: string) => `Je krijgt dan ${amount} terug.`,
  cancelNowGivesBack: (amount: string) => `Annuleer je nu, dan krijg je ${amount} terug.`,
  cancelNowGivesNothing: 'Annuleer je nu, dan krijg je niets terug.',
  cancelGivesAllBack: 'Je krijgt dan terug wat je betaalde.',
  confirmCancel: 'Ja, annuleer deze boeking',
  changes: 'Neem voor wijzigingen contact op met de locatie.',
  questions: 'Vragen? Neem contact op met de locatie.',
  contact: 'De locatie',
  address: 'Adres',
  expired: 'Deze link is verlopen',
  unknown: 'Deze link werkt niet',
  unknownMore:
    'Misschien is hij niet helemaal overgenomen. Open de link precies zoals hij in je bevestiging staat.',
  noPage: 'Deze pagina bestaat niet',
  noPageMore:
    'Kijk of je het adres goed hebt getypt. Kwam je hier via een link in een mail? Open die dan precies zoals hij daar staat.',
  problem: 'Er ging iets mis',
  tryingAgain: 'Even geduld, we proberen het opnieuw',
};

export type Labels = typeof nl;

const en: Labels = {
  ...bookingLabels.en,
  language: 'Language',
  paid: 'Paid',
  refunded: 'Refunded',
  open: 'Left to pay at the venue',
  timesIn: (place) => `Times in ${place}`,
  show: 'Show this code when you arrive.',
  showOncePaid: 'Once you have paid, the code to show on arrival appears here.',
  qr: 'QR code with the link to this ticket',
  pay: (amount) => `Pay ${amount}`,
  held: (moment) =>
    `We hold your places until ${moment}. If you do not pay before then, they become available to others.`,
  payLate:
    'The time to pay is over. Did you pay after all? Then you will soon see here whether your booking is confirmed.',
  checking:
    'We are checking your payment. This page checks again every few seconds. If you have paid, you don’t need to pay again.',
  oncePaid: (moment) =>
    `Once you have paid, you can still cancel until ${moment}. You then get your money back.`,
  oncePaidTiers: (moment) => `Once you have paid, you can still cancel until ${moment}.`,
  moneyKept: 'What you paid is not refunded.',
  goesBack: 'You get back what you paid.',
  partlyBack: (amount) => `Of what you paid, you get ${amount} back.`,
  wentBack: 'What you paid was refunded. It may take a few working days before you see it.',
  failedBack: 'The refund did not go through. The venue knows and will sort it out.',
  addToCalendar: 'Add to your calendar',
  updateCalendar: 'Update your calendar',
  cancel: 'Cancel this booking',
  cancelWhat: 'Your places become available to others immediately. You can’t undo this.',
  cancelUnpaid: 'If you cancel now, there is nothing to pay.',
  cancelUntil: (moment) => `You can cancel until ${moment}.`,
  cancelledUntil: (moment) => `Cancelling was possible until ${moment}.`,
  notOnline: (whom) => `This booking can’t be cancelled online. To cancel it, please contact ${whom}.`,
  cancelGivesBack: (amount) => `You then get ${amount} back.`,
  cancelNowGivesBack: (amount) => `If you cancel now, you get ${amount} back.`,
  cancelNowGivesNothing: 'If you cancel now, you get nothing back.',
  cancelGivesAllBack: 'You then get back what you paid.',
  confirmCancel: 'Yes, cancel this booking',
  changes: 'For changes, please contact the venue.',
  questions: 'Questions? Please contact the venue.',
  contact: 'The venue',
  address: 'Address',
  expired: 'This link has expired',
  unknown: 'This link does not work',
  unknownMore: 'Part of it may have gone missing. Open the link exactly as it is in your confirmation.',
  noPage: 'This page does not exist',
  noPageMore:
    'Check that the address is typed correctly. Did you follow a link in an e-mail? Then open it exactly as it is there.',
  problem: 'Something went wrong',
  tryingAgain: 'One moment, we are trying again',
};

export const labels: Record<Locale, Labels> = { nl, en };

/** Each status in a word, and its meaning for the guest. */
export const statuses: Record<Locale, Record<BookingStatus, { word: string; meaning: string }>> = {
  nl: {
    pending_payment: { word: 'Wacht op betaling', meaning: 'Je boeking is bevestigd zodra je hebt betaald.' },
    confirmed: { word: 'Bevestigd', meaning: '' },
    expired: { word: 'Verlopen', meaning: 'Er is niet op tijd betaald. De boeking geldt niet meer.' },
    cancelled: { word: 'Geannuleerd', meaning: 'Deze boeking is geannuleerd en geldt niet meer.' },
    checked_in: { word: 'Ingecheckt', meaning: 'Je bent binnen. Veel plezier!' },
    no_show: { word: 'Niet verschenen', meaning: 'Er is geen gebruik gemaakt van deze boeking.' },
  },
  en: {
    pending_payment: {
      word: 'Waiting for payment',
      meaning: 'Your booking is confirmed once you have paid.',
    },
    confirmed: { word: 'Confirmed', meaning: '' },
    expired: { word: 'Expired', meaning: 'It was not paid in time. The booking is no longer valid.' },
    cancelled: { word: 'Cancelled', meaning: 'This booking was cancelled and is no longer valid.' },
    checked_in: { word: 'Checked in', meaning: 'You are checked in. Enjoy!' },
    no_show: { word: 'No-show', meaning: 'This booking was not used.' },
  },
};
