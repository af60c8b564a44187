import type { refundTiers as en } from '../../en/settings/refundTiers.ts';

export const refundTiers: typeof en = {
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
};
