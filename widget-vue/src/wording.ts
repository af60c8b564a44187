/** Every text of the widget, in both languages. `{name}` is filled by {@link say}; `a|b` is for one and for several. */
const wording = {
  region: ['Boeken', 'Booking'],
  regionAt: ['Boeken bij {name}', 'Booking at {name}'],
  step: ['Stap {step} van {steps}', 'Step {step} of {steps}'],
  back: ['Terug', 'Back'],
  retry: ['Probeer opnieuw', 'Try again'],
  loading: ['Laden…', 'Loading…'],
  what: ['Wat wil je doen?', 'What would you like to do?'],
  when: ['Wanneer?', 'When?'],
  details: ['Je gegevens', 'Your details'],

  // A facility
  choose: ['Kies {name}', 'Choose {name}'],
  free: ['Gratis', 'Free'],
  perPerson: ['{price} per persoon', '{price} per person'],
  shared: ['Gedeeld, {count} plaatsen', 'Shared, {count} places'],
  private: ['Privé, tot {count} personen', 'Private, up to {count} people'],

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
  someFree: ['vrij', 'available'],
  timesFree: [
    '{count} tijd vrij op {date}.|{count} tijden vrij op {date}.',
    '{count} time free on {date}.|{count} times free on {date}.',
  ],
  noTimes: ['Op {date} is niets vrij.', 'Nothing is free on {date}.'],
  noDays: ['De komende tijd is hier niets vrij.', 'Nothing is free here in the near future.'],
  nextFree: ['Kijk op {date}', 'Look at {date}'],
  left: ['nog {count}', '{count} left'],
  full: ['vol', 'full'],
  privateFree: ['vrij', 'free'],
  privateTaken: ['bezet', 'taken'],
  slotLost: [
    'Deze tijd is net door iemand anders geboekt. Kies een andere; je gegevens zijn bewaard.',
    'Somebody else has just booked this time. Choose another one; your details are kept.',
  ],

  // Details
  people: ['Aantal personen', 'Number of people'],
  fewer: ['Eén persoon minder', 'One person fewer'],
  more: ['Eén persoon meer', 'One person more'],
  name: ['Naam', 'Name'],
  email: ['E-mailadres', 'E-mail address'],
  optional: ['(niet verplicht)', '(optional)'],
  chooseOption: ['Kies…', 'Choose…'],
  total: ['Totaal', 'Total'],
  payNote: [
    'Moet er online betaald worden, dan ga je daarna naar de betaalpagina.',
    'If it is to be paid online, the payment page comes next.',
  ],
  book: ['Boeken', 'Book'],
  booking: ['Bezig met boeken…', 'Booking…'],
  required: ['Vul dit in.', 'Please fill this in.'],
  requiredChoice: ['Maak een keuze.', 'Please make a choice.'],
  requiredCheck: ['Vink dit aan om te boeken.', 'Please tick this to book.'],
  badEmail: ['Vul een geldig e-mailadres in.', 'Please enter a valid e-mail address.'],
  badPhone: ['Vul een geldig telefoonnummer in.', 'Please enter a valid phone number.'],
  peopleRange: ['Kies {min} tot en met {max} personen.', 'Choose {min} to {max} people.'],
  correct: [
    'Controleer {count} veld.|Controleer {count} velden.',
    'Check {count} field.|Check {count} fields.',
  ],

  // Outcome
  booked: ['Je boeking is bevestigd', 'Your booking is confirmed'],
  bookedMail: ['De bevestiging is gemaild naar {email}.', 'The confirmation has been mailed to {email}.'],
  redirecting: ['Je gaat naar de betaalpagina…', 'Taking you to the payment page…'],
  checkingPayment: ['We controleren je betaling…', 'We are checking your payment…'],
  unpaid: ['Je boeking is nog niet betaald', 'Your booking has not been paid yet'],
  payUntil: ['Je plaats blijft bewaard tot {time}.', 'Your place is kept until {time}.'],
  pay: ['Nu betalen', 'Pay now'],
  notBooked: ['Je boeking is niet doorgegaan', 'Your booking was not completed'],
  expired: [
    'Er is niet op tijd betaald. Je kunt opnieuw boeken.',
    'It was not paid in time. You can book again.',
  ],
  cancelled: ['Deze boeking is geannuleerd.', 'This booking was cancelled.'],
  number: ['Nummer', 'Number'],
  whatLabel: ['Wat', 'What'],
  whenLabel: ['Wanneer', 'When'],
  ticket: ['Bekijk je ticket', 'View your ticket'],
  again: ['Nog een boeking maken', 'Make another booking'],

  // When it does not work
  comingSoon: ['Binnenkort', 'Coming soon'],
  notLive: [
    'Online boeken kan hier nog niet. Kom snel nog eens terug.',
    'Online booking is not open here yet. Please come back soon.',
  ],
  empty: ['Er is hier nog niets te boeken.', 'There is nothing to book here yet.'],
  offline: [
    'Geen verbinding. Zodra je weer online bent, gaat het verder.',
    'No connection. It goes on as soon as you are online again.',
  ],
  failed: ['Het lukte niet. Probeer het zo opnieuw.', 'That did not work. Try again in a moment.'],
  rateLimited: [
    'Er is vanaf dit adres te vaak geboekt. Probeer het over {minutes} minuut opnieuw.|Er is vanaf dit adres te vaak geboekt. Probeer het over {minutes} minuten opnieuw.',
    'Too many bookings from this address. Try again in {minutes} minute.|Too many bookings from this address. Try again in {minutes} minutes.',
  ],
  setUp: [
    'Voor de bouwer van deze site: geef <venue-booking> een tenant, bijvoorbeeld tenant="mijn-locatie".',
    'For the developer of this site: give <venue-booking> a tenant, for example tenant="my-venue".',
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
