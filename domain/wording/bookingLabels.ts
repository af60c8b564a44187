import type { Locale } from '@venue-booking/proto/primitives';

/** Labels for the facts about a booking in mails and on pages. */
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
  noInvoice: 'Dit is geen factuur. Heb je er een nodig? Vraag die dan aan bij de locatie.',
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
  noInvoice: 'This is not an invoice. If you need one, ask the venue.',
  oncePaidNever: 'Once you have paid, this booking can’t be cancelled online any more.',
};

export const bookingLabels: Record<Locale, typeof nl> = { nl, en };
