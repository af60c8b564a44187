import type { Locale } from '@venue-booking/proto/primitives';

/** What mails and pages call what they tell of a booking and its venue. */
const nl = {
  when: 'Wanneer',
  people: 'Personen',
  addOns: 'Extra’s',
  amount: 'Bedrag',
  number: 'Boekingsnummer',
  name: 'Naam',
  phone: 'Telefoon',
  email: 'E-mail',
  terms: 'Voorwaarden',
  noInvoice: 'Dit is geen factuur; vraag die zo nodig aan de locatie.',
  oncePaidNever: 'Na het betalen kun je deze boeking niet meer online annuleren.',
};

const en: typeof nl = {
  when: 'When',
  people: 'People',
  addOns: 'Extras',
  amount: 'Amount',
  number: 'Booking number',
  name: 'Name',
  phone: 'Phone',
  email: 'E-mail',
  terms: 'Terms',
  noInvoice: 'This is no invoice; ask the venue if you need one.',
  oncePaidNever: 'Once you have paid, this booking can’t be cancelled online any more.',
};

export const bookingLabels: Record<Locale, typeof nl> = { nl, en };
