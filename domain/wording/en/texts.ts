import type { Texts } from '../nl/texts.ts';

/** English texts of prices and bookings. */
export const en: Texts = {
  labels: {
    when: 'When',
    people: 'People',
    addOns: 'Extras',
    amount: 'Amount',
    payNow: 'To pay now',
    payLater: 'Later, at the venue',
    payLaterOnline: 'Later, online',
    payBy: 'To pay by',
    number: 'Booking number',
    name: 'Name',
    phone: 'Phone',
    email: 'E-mail',
    terms: 'Terms',
    noInvoice: 'This is not an invoice. If you need one, ask the venue.',
    oncePaidNever: 'Once you have paid, this booking can’t be cancelled online any more.',
  },
  lines: {
    person: 'Per person',
    booking: 'Per booking',
    party: (people) => (people === 1 ? '1 person' : `${people} people`),
    more: 'Extra person',
    minimum: 'Minimum charge',
  },
  credit: {
    correction: (invoice) => `Correction of invoice ${invoice}`,
    price: (invoice) => `Changed price of invoice ${invoice}`,
    refund: (invoice) => `Refund on invoice ${invoice}`,
    cancelled: (invoice) => `Cancellation of invoice ${invoice}`,
  },
  cancellationFee: (facility) => `Cancellation fee, ${facility}`,
  refund: {
    lead: 'Refund if you cancel:',
    line: (moment, what) => `until ${moment}: ${what}`,
    all: 'full amount',
    nothing: 'none',
  },
  colon: ':',
  moment: (day, time) => `${day}, ${time}`,
  times: (start, end) => `${start}–${end}`,
  night: (day, next) => `in the night from ${day} to ${next}`,
  free: 'Free',
  vat: (percent) => `Of which VAT ${percent}`,
};
