import type { Texts } from '../../../locale.ts';

const en = {
  legend: 'Refund when a guest cancels',
  allBack: 'Full refund',
  allBackMore: 'Guests get a full refund for as long as they can cancel.',
  byTime: 'Smaller refund closer to the start',
  rule: (n: number) => `Rule ${n}`,
  hours: 'Hours before the start',
  percent: 'Refund percentage',
  add: 'Add a rule',
  remove: 'Remove',
  all: 'the full amount',
  nothing: 'nothing',
  start: 'the start',
  before: (span: string) => `${span} before`,
  tier: (share: string, until: string) => `${share} until ${until}`,
  afterwards: 'nothing after that',
  summary: (list: string) => `Guests get back: ${list}.`,
  order: 'Each rule needs fewer hours and a lower percentage than the rule above it.',
  keeps: 'Applies to online payments. Existing bookings keep the rules they were made under.',
};

/** Texts of the refund rules. */
export const refundTexts: Texts<typeof en> = {
  en,
  nl: {
    legend: 'Terugbetaling als een gast annuleert',
    allBack: 'Volledige terugbetaling',
    allBackMore: 'Gasten krijgen alles terug zolang ze kunnen annuleren.',
    byTime: 'Minder terug naarmate het begin nadert',
    rule: (n) => `Regel ${n}`,
    hours: 'Uren voor het begin',
    percent: 'Percentage terug',
    add: 'Regel toevoegen',
    remove: 'Verwijderen',
    all: 'het hele bedrag',
    nothing: 'niets',
    start: 'het begin',
    before: (span) => `${span} ervoor`,
    tier: (share, until) => `${share} tot ${until}`,
    afterwards: 'daarna niets',
    summary: (list) => `Gasten krijgen terug: ${list}.`,
    order: 'Elke regel moet minder uren en een lager percentage hebben dan de regel erboven.',
    keeps: 'Geldt voor online betalingen. Bestaande boekingen houden de regels waaronder ze zijn gemaakt.',
  },
};
