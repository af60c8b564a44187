import type { plan as en } from '../../en/settings/plan.ts';

export const plan: typeof en = {
  api_tokens: 'jetons d’API',
  bookings_per_day: 'Réservations en ligne en 24 heures',
  bookings_per_month: 'Réservations ce mois-ci',
  domains: 'Domaines personnels',
  facilities: 'Prestations',
  invoicing: 'factures',
  languages: 'Langues',
  lead: (name: string) => `Votre formule : ${name}.`,
  limits: 'Limites',
  monthly: 'Les réservations au-delà du nombre de votre formule ne sont jamais refusées.',
  more: 'Demandez une autre formule à l’opérateur de la plateforme.',
  newVenue:
    'Votre établissement est nouveau. Des limites s’appliquent jusqu’à ce que l’opérateur de la plateforme l’ait examiné. Le nombre de personnes à qui vous pouvez écrire par jour augmente avec le temps.',
  none: 'Votre établissement n’a pas de formule, et donc pas de limites.',
  of: (used: number, maximum: number) => `${used} sur ${maximum}`,
  people: 'Personnes',
  sms: 'messages SMS',
  unlimited: (used: number) => `${used}, sans limite`,
  waiting_list: 'listes d’attente',
  warned: 'Presque épuisé',
  without: (names: string) => `Absent de cette formule : ${names}.`,
};
