import type { guestLimits as en } from '../../en/settings/guestLimits.ts';

export const guestLimits: typeof en = {
  limits: 'Schutz davor, dass ein Gast alle Plätze belegt',
  more: 'Gäste, die sich ein Netzwerk teilen, zum Beispiel ein Büro oder einen Mobilfunkanbieter, können immer buchen, solange Plätze frei sind. Wenn ein Netzwerk oder Gast viele Plätze bucht, führt der Browser des Gastes vor jeder weiteren Buchung eine kurze Berechnung aus. Das dauert einige Sekunden. Ein Programm, das alle Plätze belegen will, muss für jeden davon rechnen.',
  last: (days) => `Letzte ${days} Tage`,
  brought: 'Buchungen mit Berechnung',
  asked: 'Anfragen ohne Berechnung',
  byCap: 'Anfragen, die Ihre eigenen Grenzen abgelehnt haben',
  byHour: 'Abgelehnte Anfragen: mehr als 20 Buchungen pro Stunde von einem Anschluss',
  always: 'Berechnung immer verlangen',
  alwaysMore:
    'Schalten Sie dies ein, solange jemand aus vielen Netzwerken Plätze belegt. Gäste brauchen dann eine Seite mit https und ein aktuelles Widget.',
  caps: 'Ihre eigenen Grenzen',
  capsMore:
    'Eine Grenze weist Gäste ab, auch wenn Plätze frei sind, und alle Gäste eines Büros oder Anbieters teilen sie sich. Online bezahlte Buchungen und Buchungen des Empfangs zählen nicht mit.',
  noLimit: 'Leer: keine Grenze.',
  max_open_holds_per_email: 'Gleichzeitig unbezahlte Buchungen, pro E-Mail-Adresse',
  max_open_holds_per_address: 'Gleichzeitig unbezahlte Buchungen, pro Internetanschluss',
  max_open_holds_per_network: 'Gleichzeitig unbezahlte Buchungen, pro Netzwerk',
  max_coming_bookings_per_email: 'Anstehende Buchungen ohne Zahlung, pro E-Mail-Adresse',
  max_coming_bookings_per_address: 'Anstehende Buchungen ohne Zahlung, pro Internetanschluss',
  max_coming_bookings_per_network: 'Anstehende Buchungen ohne Zahlung, pro Netzwerk',
};
