/** Dutch texts of prices and bookings. */
export const nl = {
  labels: {
    when: 'Wanneer',
    people: 'Personen',
    addOns: 'Extra’s',
    amount: 'Bedrag',
    payNow: 'Nu te betalen',
    payLater: 'Later, op locatie',
    payLaterOnline: 'Later online',
    payBy: 'Te betalen voor',
    number: 'Boekingsnummer',
    name: 'Naam',
    phone: 'Telefoon',
    email: 'E-mail',
    terms: 'Voorwaarden',
    noInvoice: 'Dit is geen factuur. Heb je er een nodig? Vraag die dan aan bij de locatie.',
    oncePaidNever: 'Na het betalen kun je deze boeking niet meer online annuleren.',
  },
  lines: {
    person: 'Per persoon',
    booking: 'Per boeking',
    party: (people: number) => (people === 1 ? '1 persoon' : `${people} personen`),
    more: 'Extra persoon',
    minimum: 'Minimumbedrag',
  },
  credit: {
    correction: (invoice: string) => `Correctie van factuur ${invoice}`,
    price: (invoice: string) => `Gewijzigde prijs van factuur ${invoice}`,
    refund: (invoice: string) => `Terugbetaling op factuur ${invoice}`,
    cancelled: (invoice: string) => `Annulering van factuur ${invoice}`,
  },
  cancellationFee: (facility: string) => `Annuleringskosten ${facility}`,
  refund: {
    lead: 'Dit krijg je terug als je annuleert:',
    line: (moment: string, what: string) => `tot ${moment}: ${what}`,
    all: 'het hele bedrag',
    nothing: 'niets',
  },
  /** After a label. */
  colon: ':',
  moment: (day: string, time: string) => `${day}, ${time}`,
  times: (start: string, end: string) => `${start}–${end}`,
  night: (day: string, next: string) => `in de nacht van ${day} op ${next}`,
  free: 'Gratis',
  vat: (percent: string) => `Waarvan btw ${percent}`,
};

/** The texts that every language has. */
export type Texts = typeof nl;
