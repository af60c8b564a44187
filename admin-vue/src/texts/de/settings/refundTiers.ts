import type { refundTiers as en } from '../../en/settings/refundTiers.ts';

export const refundTiers: typeof en = {
  legend: 'Erstattung, wenn ein Gast storniert',
  allBack: 'Volle Erstattung',
  allBackMore: 'Gäste erhalten den vollen Betrag zurück, solange sie stornieren können.',
  byTime: 'Kleinere Erstattung kurz vor Beginn',
  rule: (n) => `Regel ${n}`,
  hours: 'Stunden vor Beginn',
  percent: 'Erstattung in Prozent',
  add: 'Regel hinzufügen',
  remove: 'Entfernen',
  all: 'den vollen Betrag',
  nothing: 'nichts',
  start: 'zum Beginn',
  before: (span) => `${span} vorher`,
  tier: (share, until) => `${share} bis ${until}`,
  afterwards: 'danach nichts',
  summary: (list) => `Gäste erhalten zurück: ${list}.`,
  order: 'Jede Regel braucht weniger Stunden und einen niedrigeren Prozentsatz als die Regel darüber.',
  keeps:
    'Gilt für Online-Zahlungen. Bestehende Buchungen behalten die Regeln, unter denen sie entstanden sind.',
};
