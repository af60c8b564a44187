import type { audit as en } from '../en/audit.ts';

export const audit: typeof en = {
  title: 'Protokoll',
  lead: 'Wer was wann und von wo geändert hat. Buchungen stehen hier mit ihrer Nummer; Daten von Gästen werden hier nicht gespeichert.',
  search: 'Suche',
  searchHint: 'Name, E-Mail-Adresse, Angebot oder Buchungsnummer',
  kind: 'Bereich',
  kindAll: 'Alle Änderungen',
  from: 'Ab',
  to: 'Bis',
  empty: 'Keine Änderungen gefunden.',
  rejected: 'Abgelehnt',
  unknown: 'Ergebnis unbekannt',
  more: 'Mehr anzeigen',
  csv: 'Protokoll (CSV)',
  venue: 'Betrieb',
  nothing: 'nicht gesetzt',
};
