import type { Texts } from '../../locale.ts';

const en = {
  legend: 'What a guest who cancels gets back',
  allBack: 'Everything that was paid',
  allBackMore: 'Guests get everything back for as long as they can cancel.',
  byTime: 'Less towards the start',
  rule: (n: number) => `Rule ${n}`,
  hours: 'Until so many hours before',
  percent: 'Percent that comes back',
  add: 'Add a rule',
  remove: 'Remove',
  all: 'everything',
  nothing: 'nothing',
  start: 'the start',
  before: (span: string) => `${span} before`,
  tier: (share: string, until: string) => `${share} until ${until}`,
  afterwards: 'nothing after that',
  says: (list: string) => `Guests get back: ${list}.`,
  order: 'Each rule must have fewer hours, and a lower percentage, than the one above it.',
  keeps: 'For what is paid online. Bookings that were made already keep the rules they were made under.',
};

/** What is set of refunds. */
export const refundTexts: Texts<typeof en> = {
  en,
  nl: {
    legend: 'Wat een gast die annuleert terugkrijgt',
    allBack: 'Alles wat is betaald',
    allBackMore: 'Gasten krijgen alles terug zolang ze kunnen annuleren.',
    byTime: 'Steeds minder naarmate het begin nadert',
    rule: (n) => `Regel ${n}`,
    hours: 'Tot zoveel uur ervoor',
    percent: 'Procent dat terugkomt',
    add: 'Regel toevoegen',
    remove: 'Verwijderen',
    all: 'alles',
    nothing: 'niets',
    start: 'het begin',
    before: (span) => `${span} ervoor`,
    tier: (share, until) => `${share} tot ${until}`,
    afterwards: 'daarna niets',
    says: (list) => `Gasten krijgen terug: ${list}.`,
    order: 'Elke regel moet minder uren en een lager percentage hebben dan de regel erboven.',
    keeps:
      'Voor wat online is betaald. Boekingen die er al zijn, houden de regels waaronder ze zijn gemaakt.',
  },
};
