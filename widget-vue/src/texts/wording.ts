/**
 * Every text of the widget, in both languages. {@link speaker} fills in `{name}`. `a|b` is singular and
 * plural.
 */
export const wording = {
  step: ['Stap {step} van {steps}', 'Step {step} of {steps}'],
  back: ['Terug', 'Back'],
  loading: ['Een moment…', 'One moment…'],
  proving: ['Een moment, we controleren je browser…', 'One moment, checking your browser…'],
  what: ['Wat wil je doen?', 'What would you like to do?'],
  when: ['Wanneer?', 'When?'],
  details: ['Je gegevens', 'Your details'],

  // A facility
  free: ['Gratis', 'Free'],
  perPerson: ['{price} per persoon', '{price} per person'],
  perBooking: ['{price} per boeking', '{price} per booking'],
  from: ['vanaf {price}', 'from {price}'],
  shared: [
    'gedeeld, {count} plaats|gedeeld, {count} plaatsen',
    'shared, {count} place|shared, {count} places',
  ],
  info: ['Info', 'Info'],
  about: ['Info over {name}', 'Info about {name}'],
  private: ['privé, tot {count} personen', 'private, up to {count} people'],

  // Days and times
  today: ['Vandaag', 'Today'],
  tomorrow: ['Morgen', 'Tomorrow'],
  otherDate: ['Andere datum', 'Other date'],
  previousWeek: ['Vorige week', 'Previous week'],
  nextWeek: ['Volgende week', 'Next week'],
  previousMonth: ['Vorige maand', 'Previous month'],
  nextMonth: ['Volgende maand', 'Next month'],
  closed: ['gesloten', 'closed'],
  noneFree: ['niets vrij', 'not available'],
  past: ['voorbij', 'past'],
  someFree: ['vrij', 'open'],
  timesFree: [
    '{count} tijd vrij op {date}.|{count} tijden vrij op {date}.',
    '{count} time available on {date}.|{count} times available on {date}.',
  ],
  noMore: ['Geen tijden meer op {date}.', 'No more times on {date}.'],
  fullOn: ['Op {date} is alles vol.', 'Fully booked on {date}.'],
  closedOn: ['Gesloten op {date}.', 'Closed on {date}.'],
  notYetOn: ['Voor {date} kun je nog niet boeken.', 'Booking for {date} is not open yet.'],
  tooFewOn: [
    'Op {date} is er geen plaats voor {count} personen.',
    'No time on {date} has room for {count} people.',
  ],
  noDays: ['Voorlopig zijn hier geen tijden vrij.', 'No times are available for now.'],
  nextFree: ['Eerstvolgende vrije dag: {date}', 'Next available day: {date}'],
  goTo: ['Ga naar {date}', 'Go to {date}'],
  left: ['nog {count}', '{count} left'],
  onlyLeft: ['nog maar {count}', 'only {count} left'],
  full: ['vol', 'full'],
  privateTaken: ['bezet', 'taken'],
  soldOut: ['uitverkocht', 'sold out'],
  notYet: ['nog niet open', 'not open yet'],
  slotLost: [
    'Deze tijd is niet meer vrij. Kies een andere tijd.',
    'This time is no longer available. Choose another.',
  ],

  // Details
  people: ['Aantal personen', 'Number of people'],
  range: ['({min} t/m {max})', '({min} to {max})'],
  // Beside the name of a guest category, where a plain range reads like an age.
  rangeOfEach: ['({min} t/m {max} per boeking)', '({min} to {max} per booking)'],
  mostOfEach: ['(hooguit {max} per boeking)', '(at most {max} per booking)'],
  fewer: ['Eén minder', 'One fewer'],
  more: ['Eén meer', 'One more'],
  name: ['Naam', 'Name'],
  email: ['E-mailadres', 'E-mail address'],
  optional: ['(niet verplicht)', '(optional)'],
  total: ['Totaal', 'Total'],
  payNote: [
    'Betaal je online, dan doe je dat in de volgende stap.',
    'If you pay online, you do so in the next step.',
  ],
  payNext: ['Je betaalt online, in de volgende stap.', 'You pay online, in the next step.'],
  cancelBefore: ['Annuleren kan tot {time} van tevoren.', 'You can cancel up to {time} before the start.'],
  cancelAlways: ['Annuleren kan tot de begintijd.', 'You can cancel until the start.'],
  cancelOver: [
    'Een boeking voor deze tijd kun je niet meer annuleren.',
    'A booking for this time can no longer be cancelled.',
  ],
  moneyBack: ['Je krijgt dan het hele bedrag terug.', 'You then get a full refund.'],
  refundTiers: ['Terugbetaling bij annuleren: {list}.', 'Refund if you cancel: {list}.'],
  refundBefore: ['{percent}% tot {time} van tevoren', '{percent}% up to {time} before the start'],
  refundStart: ['{percent}% tot de begintijd', '{percent}% until the start'],
  refundMoment: ['{price} tot {moment}', '{price} until {moment}'],
  refundNone: ['geen|daarna geen', 'none|none after that'],
  terms: ['Voorwaarden', 'Terms'],
  book: ['Boeken', 'Book'],
  bookFor: ['Boeken voor {price}', 'Book for {price}'],
  bookAndPay: ['Boeken en betalen · {price}', 'Book and pay · {price}'],
  required: ['Vul dit nog in.', 'Please fill this in.'],
  tickThis: ['Vink dit aan om door te gaan.', 'Tick this box to continue.'],
  badEmail: [
    'Vul een e-mailadres in, zoals naam@voorbeeld.nl.',
    'Enter an e-mail address, such as name@example.com.',
  ],
  plainEmail: [
    'Vul een e-mailadres in zonder accenten of ander schrift vóór de @.',
    'Enter an e-mail address without accents or other scripts before the @.',
  ],
  badValue: ['Dit is niet geldig. Pas het aan.', 'This is not valid. Please change it.'],

  // Outcome
  booked: ['Je boeking is bevestigd', 'Your booking is confirmed'],
  bookedMail: ['Je krijgt een bevestiging op {email}.', 'You will get a confirmation at {email}.'],
  checkingPayment: ['We controleren je betaling…', 'We are checking your payment…'],
  unpaid: ['Je boeking is nog niet betaald', 'Your booking is not paid yet'],
  payUntil: ['We houden je plaatsen vast tot {time}.', 'We hold your places until {time}.'],
  pay: ['Nu betalen', 'Pay now'],
  copyLink: [
    'Op deze website kunnen we geen andere pagina openen. Kopieer de link naar een nieuw tabblad:',
    'This website does not allow opening another page. Copy the link into a new tab:',
  ],
  notBooked: ['Je boeking geldt niet meer', 'Your booking is no longer valid'],
  expired: ['Je boeking is niet op tijd betaald.', 'The payment was not made in time.'],
  paid: ['betaald', 'paid'],
  refunded: ['{price} terugbetaald', '{price} refunded'],
  number: ['Boekingsnummer', 'Booking number'],
  ticket: ['Bekijk je ticket', 'View your ticket'],
  unpaidTicket: ['Bekijk of annuleer', 'View or cancel'],
  calendar: ['Zet in je agenda', 'Add to your calendar'],
  again: ['Nog iets boeken', 'Book another'],

  // Errors and empty states
  retry: ['Probeer opnieuw', 'Try again'],
  notLive: ['Online boeken kan hier binnenkort', 'Online booking is coming soon'],
  empty: ['Er is hier nog niets te boeken', 'There is nothing to book here yet'],
  offline: [
    'Je bent offline. Zodra je weer verbinding hebt, gaan we verder.',
    'You are offline. We continue as soon as you are back online.',
  ],
  failed: ['Er ging iets mis. Probeer het zo opnieuw.', 'Something went wrong. Try again in a moment.'],
  rateLimited: [
    'Te veel pogingen. Probeer het over {minutes} min. opnieuw.',
    'Too many attempts. Try again in {minutes} min.',
  ],
} as const satisfies Record<string, readonly [nl: string, en: string]>;

export type Locale = 'nl' | 'en';
export type Text = keyof typeof wording;
export type Say = (text: Text, values?: Record<string, string | number>) => string;

/**
 * The texts of a locale.
 *
 * @returns a function that fills in a text; its first value selects singular or plural
 */
export const speaker =
  (locale: Locale): Say =>
  (text, values = {}) => {
    const forms = wording[text][locale === 'en' ? 1 : 0].split('|');
    const [count] = Object.values(values);
    const form = (count === 1 ? forms[0] : forms.at(-1)) as string;
    return form.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  };
