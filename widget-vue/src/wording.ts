/**
 * Every text of the widget, in both languages. `{name}` is filled by {@link say}; `a|b` is for one and for
 * several.
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
  noneFree: ['niets vrij', 'nothing free'],
  past: ['voorbij', 'past'],
  someFree: ['vrij', 'free'],
  timesFree: [
    '{count} tijd vrij op {date}.|{count} tijden vrij op {date}.',
    '{count} time free on {date}.|{count} times free on {date}.',
  ],
  noTimes: ['Op {date} is niets vrij.', 'Nothing is free on {date}.'],
  noDays: ['De komende tijd is hier niets vrij.', 'Nothing is free here for now.'],
  nextFree: ['Ga naar {date}', 'Go to {date}'],
  left: ['nog {count}', '{count} left'],
  onlyLeft: ['nog maar {count}', 'only {count} left'],
  full: ['vol', 'full'],
  privateTaken: ['bezet', 'taken'],
  soldOut: ['uitverkocht', 'sold out'],
  notYet: ['nog niet', 'not yet'],
  slotLost: ['Deze tijd is niet meer vrij. Kies een andere.', 'This time is no longer free. Choose another.'],

  // Details
  people: ['Aantal personen', 'Number of people'],
  range: ['({min} t/m {max})', '({min} to {max})'],
  fewer: ['Eén minder', 'One fewer'],
  more: ['Eén meer', 'One more'],
  name: ['Naam', 'Name'],
  email: ['E-mailadres', 'E-mail address'],
  optional: ['(niet verplicht)', '(optional)'],
  total: ['Totaal', 'Total'],
  payNote: ['Eventueel online betalen doe je hierna.', 'Any online payment comes next.'],
  payNext: ['Betalen doe je hierna, online.', 'You pay online, in the next step.'],
  cancelBefore: ['Annuleren kan tot {time} van tevoren.', 'You can cancel until {time} before it starts.'],
  cancelAlways: ['Annuleren kan tot het begint.', 'You can cancel until it starts.'],
  cancelOver: ['Annuleren kan voor deze tijd niet meer.', 'This time can no longer be cancelled.'],
  moneyBack: ['Je krijgt dan terug wat je hebt betaald.', 'You then get back what you have paid.'],
  refundTiers: ['Annuleer je, dan krijg je terug: {list}.', 'If you cancel, you get back: {list}.'],
  refundBefore: ['{percent}% tot {time} van tevoren', '{percent}% until {time} before it starts'],
  refundStart: ['{percent}% tot het begint', '{percent}% until it starts'],
  refundMoment: ['{price} tot {moment}', '{price} until {moment}'],
  refundNone: ['niets|daarna niets', 'nothing|nothing after that'],
  terms: ['Voorwaarden', 'Terms'],
  book: ['Boeken', 'Book'],
  bookFor: ['Boeken voor {price}', 'Book for {price}'],
  bookAndPay: ['Boeken en betalen · {price}', 'Book and pay · {price}'],
  required: ['Vul dit nog in.', 'Please fill this in.'],
  tickThis: ['Vink dit aan om door te gaan.', 'Tick this to go on.'],
  badEmail: [
    'Vul een e-mailadres in, zoals naam@voorbeeld.nl.',
    'Enter an e-mail address, such as name@example.com.',
  ],
  badValue: ['Dit kan zo niet. Pas het aan.', 'Please change this.'],

  // Outcome
  booked: ['Je boeking is bevestigd', 'Your booking is confirmed'],
  bookedMail: ['Je krijgt een mail op {email}.', 'You will get an e-mail at {email}.'],
  checkingPayment: ['We controleren je betaling…', 'We are checking your payment…'],
  unpaid: ['Je boeking is nog niet betaald', 'Your booking is not paid yet'],
  payUntil: ['We houden je plaatsen vast tot {time}.', 'We hold your places until {time}.'],
  pay: ['Nu betalen', 'Pay now'],
  notBooked: ['Je boeking geldt niet meer', 'Your booking is no longer valid'],
  expired: ['Er is niet op tijd betaald.', 'It was not paid in time.'],
  paid: ['betaald', 'paid'],
  refunded: ['{price} terugbetaald', '{price} refunded'],
  number: ['Boekingsnummer', 'Booking number'],
  ticket: ['Bekijk je ticket', 'View your ticket'],
  unpaidTicket: ['Bekijk of annuleer', 'View or cancel'],
  calendar: ['Zet in je agenda', 'Add to your calendar'],
  again: ['Nog een boeking', 'Another booking'],

  // When it does not work
  retry: ['Probeer opnieuw', 'Try again'],
  notLive: ['Online boeken kan hier binnenkort', 'Online booking is coming soon'],
  empty: ['Er is hier nog niets te boeken', 'There is nothing to book here yet'],
  offline: [
    'Je bent offline. Zodra je weer verbinding hebt, gaan we verder.',
    'You are offline. We go on as soon as you are back online.',
  ],
  failed: ['Er ging iets mis. Probeer het zo opnieuw.', 'Something went wrong. Try again in a moment.'],
  rateLimited: [
    'Je hebt het te vaak geprobeerd. Probeer het over {minutes} min. opnieuw.',
    'You have tried too often. Try again in {minutes} min.',
  ],
} as const satisfies Record<string, readonly [nl: string, en: string]>;

export type Locale = 'nl' | 'en';
export type Text = keyof typeof wording;
export type Say = (text: Text, values?: Record<string, string | number>) => string;

/** Speaks a language. @returns fills a text; its first value decides between one and several */
export const speaker =
  (locale: Locale): Say =>
  (text, values = {}) => {
    const forms = wording[text][locale === 'en' ? 1 : 0].split('|');
    const [count] = Object.values(values);
    const form = (count === 1 ? forms[0] : forms.at(-1)) as string;
    return form.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  };
