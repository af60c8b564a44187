import type { plan as en } from '../../en/settings/plan.ts';

export const plan: typeof en = {
  api_tokens: 'API-tokens',
  bookings_per_day: 'Online boekingen binnen 24 uur',
  bookings_per_month: 'Boekingen deze maand',
  domains: 'Eigen domeinen',
  facilities: 'Faciliteiten',
  invoicing: 'facturen',
  languages: 'Talen',
  lead: (name: string) => `Je abonnement is ${name}.`,
  limits: 'Limieten',
  monthly: 'Boekingen boven het aantal van je abonnement worden nooit geweigerd.',
  more: 'Vraag de beheerder van het platform om een ander abonnement.',
  newVenue:
    'Je locatie is nieuw. Daarom gelden er limieten tot de beheerder van het platform je locatie heeft bekeken. Het aantal mensen dat je per dag kunt mailen, groeit met de tijd.',
  none: 'Je locatie heeft geen abonnement, dus er zijn geen limieten.',
  of: (used: number, maximum: number) => `${used} van ${maximum}`,
  people: 'Personen',
  sms: 'sms-berichten',
  unlimited: (used: number) => `${used}, zonder limiet`,
  waiting_list: 'wachtlijsten',
  warned: 'Bijna op',
  without: (names: string) => `Niet in dit abonnement: ${names}.`,
};
