import { nl as wording } from '@venue-booking/domain/wording/nl/texts';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';

/** Dutch texts of the ticket and of pages without a booking. */
export const labels = {
  ...wording.labels,
  language: 'Taal',
  status: 'Status',
  paid: 'Betaald',
  refunded: 'Terugbetaald',
  toReturn: 'Terug te krijgen op locatie',
  open: 'Nog te betalen op locatie',
  openOnline: 'Nog te betalen',
  payOpen: (amount: string) => `Openstaand bedrag betalen: ${amount}`,
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

export type Labels = typeof labels;

export type Statuses = Record<BookingStatus, { word: string; meaning: string }>;

/** Each status in a word, and its meaning for the guest. */
export const statuses: Statuses = {
  pending_payment: { word: 'Wacht op betaling', meaning: 'Je boeking is bevestigd zodra je hebt betaald.' },
  confirmed: { word: 'Bevestigd', meaning: '' },
  expired: { word: 'Verlopen', meaning: 'Je boeking is niet op tijd betaald en geldt niet meer.' },
  cancelled: { word: 'Geannuleerd', meaning: 'Deze boeking is geannuleerd en geldt niet meer.' },
  checked_in: { word: 'Ingecheckt', meaning: 'Veel plezier!' },
  no_show: { word: 'Niet verschenen', meaning: 'Er is geen gebruik gemaakt van deze boeking.' },
};
