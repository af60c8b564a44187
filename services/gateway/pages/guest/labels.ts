import { texts } from '@venue-booking/domain/wording/texts';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { Locale } from '@venue-booking/proto/primitives';

/** Texts of the ticket page. */
const nl = {
  ...texts.nl.labels,
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
    'De betaaltermijn is verlopen. Heb je toch betaald? Dan zie je hier zo of je boeking is bevestigd.',
  checking:
    'We controleren je betaling. Deze pagina ververst elke paar seconden. Heb je al betaald? Betaal dan niet opnieuw.',
  oncePaid: (moment: string) =>
    `Na het betalen kun je nog annuleren tot ${moment}. Je krijgt dan het hele bedrag terug.`,
  oncePaidTiers: (moment: string) => `Na het betalen kun je nog annuleren tot ${moment}.`,
  moneyKept: 'Je betaling wordt niet terugbetaald.',
  restKept: (amount: string) => `De overige ${amount} wordt niet terugbetaald.`,
  goesBack: 'Je krijgt het hele bedrag terug.',
  partlyBack: (amount: string) => `Je krijgt ${amount} van je betaling terug.`,
  wentBack:
    'Je betaling is terugbetaald. Het kan enkele werkdagen duren voordat het geld op je rekening staat.',
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
  cancelGivesAllBack: 'Je krijgt dan het hele bedrag terug.',
  confirmCancel: 'Ja, annuleer deze boeking',
  changes: 'Neem voor wijzigingen contact op met de locatie.',
  questions: 'Vragen? Neem contact op met de locatie.',
  contact: 'De locatie',
  address: 'Adres',
  expired: 'Deze link is verlopen',
  unknown: 'Deze link werkt niet',
  unknownMore:
    'Misschien ontbreekt er een stuk van de link. Open hem precies zoals hij in je bevestiging staat.',
  noPage: 'Deze pagina bestaat niet',
  noPageMore:
    'Kijk of je het adres goed hebt getypt. Kwam je hier via een link in een mail? Open die dan precies zoals hij daar staat.',
  root: 'Dit is een boekingsplatform',
  rootMore: 'Boeken doe je op de website van de locatie. Beheer je een locatie? Ga dan naar het dashboard.',
  dashboard: 'Dashboard',
  apiReference: 'API-documentatie',
  problem: 'Er ging iets mis',
  tryingAgain: 'Even geduld, we proberen het opnieuw',
};

export type Labels = typeof nl;

const en: Labels = {
  ...texts.en.labels,
  language: 'Language',
  paid: 'Paid',
  refunded: 'Refunded',
  open: 'Left to pay at the venue',
  timesIn: (place) => `Times in ${place}`,
  show: 'Show this code when you arrive.',
  showOncePaid: 'Once you have paid, the code to show on arrival appears here.',
  qr: 'QR code with the link to this ticket',
  pay: (amount) => `Pay ${amount}`,
  held: (moment) => `We hold your places until ${moment}. If you do not pay before then, they are released.`,
  payLate:
    'The payment deadline has passed. If you did pay, you will soon see here whether your booking is confirmed.',
  checking:
    'We are checking your payment. This page refreshes every few seconds. If you have paid, do not pay again.',
  oncePaid: (moment) =>
    `Once you have paid, you can still cancel until ${moment}. You then get a full refund.`,
  oncePaidTiers: (moment) => `Once you have paid, you can still cancel until ${moment}.`,
  moneyKept: 'Your payment is not refunded.',
  restKept: (amount) => `The remaining ${amount} is not refunded.`,
  goesBack: 'You get a full refund.',
  partlyBack: (amount) => `You get ${amount} of your payment back.`,
  wentBack: 'Your payment was refunded. It may take a few working days to reach your account.',
  failedBack: 'The refund did not go through. The venue has been notified and will arrange it.',
  addToCalendar: 'Add to your calendar',
  updateCalendar: 'Update your calendar',
  cancel: 'Cancel this booking',
  cancelWhat: 'Your places are released immediately. You can’t undo this.',
  cancelUnpaid: 'If you cancel now, there is nothing to pay.',
  cancelUntil: (moment) => `You can cancel until ${moment}.`,
  cancelledUntil: (moment) => `You could cancel until ${moment}.`,
  notOnline: (whom) => `This booking can’t be cancelled online. To cancel it, please contact ${whom}.`,
  cancelGivesBack: (amount) => `You then get a refund of ${amount}.`,
  cancelNowGivesBack: (amount) => `If you cancel now, you get a refund of ${amount}.`,
  cancelNowGivesNothing: 'If you cancel now, you get no refund.',
  cancelGivesAllBack: 'You then get a full refund.',
  confirmCancel: 'Yes, cancel this booking',
  changes: 'For changes, please contact the venue.',
  questions: 'Questions? Please contact the venue.',
  contact: 'The venue',
  address: 'Address',
  expired: 'This link has expired',
  unknown: 'This link does not work',
  unknownMore: 'Part of the link may be missing. Open it exactly as it appears in your confirmation.',
  noPage: 'This page does not exist',
  noPageMore:
    'Check that the address is typed correctly. If you followed a link in an e-mail, open it exactly as it appears there.',
  root: 'This is a booking platform',
  rootMore: 'Guests book on the website of a venue. If you run a venue, open the dashboard.',
  dashboard: 'Dashboard',
  apiReference: 'API reference',
  problem: 'Something went wrong',
  tryingAgain: 'One moment, we are trying again',
};

export const labels: Record<Locale, Labels> = { nl, en, de: en, fr: en };

type Statuses = Record<BookingStatus, { word: string; meaning: string }>;

const statusesByLanguage: Record<'nl' | 'en', Statuses> = {
  nl: {
    pending_payment: { word: 'Wacht op betaling', meaning: 'Je boeking is bevestigd zodra je hebt betaald.' },
    confirmed: { word: 'Bevestigd', meaning: '' },
    expired: { word: 'Verlopen', meaning: 'Je boeking is niet op tijd betaald en geldt niet meer.' },
    cancelled: { word: 'Geannuleerd', meaning: 'Deze boeking is geannuleerd en geldt niet meer.' },
    checked_in: { word: 'Ingecheckt', meaning: 'Veel plezier!' },
    no_show: { word: 'Niet verschenen', meaning: 'Er is geen gebruik gemaakt van deze boeking.' },
  },
  en: {
    pending_payment: {
      word: 'Awaiting payment',
      meaning: 'Your booking is confirmed once you have paid.',
    },
    confirmed: { word: 'Confirmed', meaning: '' },
    expired: {
      word: 'Expired',
      meaning: 'The payment was not made in time. Your booking is no longer valid.',
    },
    cancelled: { word: 'Cancelled', meaning: 'This booking was cancelled and is no longer valid.' },
    checked_in: { word: 'Checked in', meaning: 'Enjoy your visit!' },
    no_show: { word: 'No-show', meaning: 'This booking was not used.' },
  },
};

/** Each status in a word, and its meaning for the guest. */
export const statuses: Record<Locale, Statuses> = {
  ...statusesByLanguage,
  de: statusesByLanguage.en,
  fr: statusesByLanguage.en,
};
