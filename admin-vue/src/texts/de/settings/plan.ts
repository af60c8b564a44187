import type { plan as en } from '../../en/settings/plan.ts';

export const plan: typeof en = {
  api_tokens: 'API-Token',
  bookings_per_day: 'Online-Buchungen innerhalb von 24 Stunden',
  bookings_per_month: 'Buchungen in diesem Monat',
  domains: 'Eigene Domains',
  facilities: 'Angebote',
  invoicing: 'Rechnungen',
  languages: 'Sprachen',
  lead: (name: string) => `Ihr Tarif ist ${name}.`,
  limits: 'Obergrenzen',
  monthly: 'Buchungen über die Zahl Ihres Tarifs hinaus werden nie abgelehnt.',
  more: 'Bitten Sie den Betreiber der Plattform um einen anderen Tarif.',
  newVenue:
    'Ihr Betrieb ist neu. Deshalb gelten Limits, bis der Betreiber der Plattform ihn angesehen hat. Die Zahl der Personen, denen Sie pro Tag mailen können, wächst mit der Zeit.',
  none: 'Ihr Betrieb hat keinen Tarif, also gibt es keine Limits.',
  of: (used: number, maximum: number) => `${used} von ${maximum}`,
  people: 'Personen',
  sms: 'SMS-Nachrichten',
  unlimited: (used: number) => `${used}, ohne Limit`,
  waiting_list: 'Wartelisten',
  warned: 'Fast aufgebraucht',
  without: (names: string) => `Nicht in diesem Tarif: ${names}.`,
};
