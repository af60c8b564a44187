import type { bookingRules as en } from '../../en/settings/bookingRules.ts';

export const bookingRules: typeof en = {
  cancel_until_hours: 'Délai d’annulation (heures avant le début)',
  cancel: (before) => `Annulation possible jusqu’à : ${before}.`,
  change_until_hours: 'Délai de modification (heures avant le début)',
  change: (before) =>
    `Les clients peuvent modifier l’heure, le groupe et les suppléments jusqu’à : ${before}, tant qu’une annulation serait remboursée en totalité. Si le nouveau prix est plus bas, la différence est remboursée. S’il est plus élevé, ils paient le reste sur place.`,
  changeNever: 'Vide : les clients ne peuvent pas modifier eux-mêmes leurs réservations.',
  min_notice_minutes: 'Dernière limite pour réserver (minutes avant le début)',
  notice: (before) => `Réservation possible jusqu’à : ${before}.`,
  max_advance_days: 'Combien de temps à l’avance on peut réserver (jours)',
  horizon: (span) => `Les clients peuvent réserver jusqu’à ${span} à l’avance.`,
  anyDay: 'Vide : sans limite.',
  hold_minutes: 'Délai de paiement (minutes)',
  hold: (span) => `Une réservation impayée retient ses places pendant ${span}. Elles sont ensuite libérées.`,
  quote_minutes: 'Validité du prix (minutes)',
  quote: (span) => `Le prix que voit un client pendant la réservation est valable ${span}.`,
  check_in_from_hours: 'Ouverture du check-in (heures avant le début)',
  checkIn: (before) => `Check-in possible à partir de : ${before}.`,
  start: 'l’heure de début',
  before: (span) => `${span} avant le début`,
  retainMore:
    'Quelques jours après la visite, le nom, l’adresse e-mail et les réponses du client sont effacés. Les montants et les heures sont conservés pour votre comptabilité.',
  retain_days: 'Conserver les données des clients (jours après la visite)',
  retain: (span) => `Les données du client sont effacées ${span} après la visite.`,
};
