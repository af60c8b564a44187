import type { deposit as en } from '../../en/facilities/deposit.ts';

export const deposit: typeof en = {
  title: 'Acompte',
  hint: 'S’applique quand les clients paient en ligne. Les réservations à l’accueil n’ont pas d’acompte. Les réservations existantes ne changent pas.',
  pays: 'À la réservation, les clients paient en ligne',
  whole: 'Le prix entier',
  byPercent: 'un pourcentage du prix',
  byFixed: 'un montant fixe',
  percent: 'Acompte, en pour cent',
  fixed: 'Acompte, en euros',
  fixedHint: 'Une réservation moins chère est payée en une fois.',
  from: 'Seulement pour les réservations à partir de, en euros',
  fromHint: 'Vide\u00a0: toutes les réservations. Les moins chères sont payées en une fois.',
  /** In the summary of the section: the deposit, and the lowest price that has one. */
  summary: (deposit, from) => `${deposit}, à partir de ${from}`,
  example: (price, now, later) => `Une réservation de ${price}\u00a0: ${now} maintenant, ${later} sur place.`,
  rest: 'Les clients paient le solde',
  atVenue: 'sur place',
  online: 'en ligne, par un lien dans un e-mail',
  hours: 'Délai, en heures avant le début',
  hoursHint:
    'Les clients reçoivent un rappel deux jours plus tôt. Une réservation faite moins d’un jour avant ce délai est payée en une fois.',
  unpaid: 'Si le solde n’est pas payé à temps',
  unpaidHint:
    'Après le rappel, un client a toujours au moins un jour. L’annulation suit les règles de remboursement.',
  keep: 'garder la réservation, me prévenir',
  cancel: 'annuler la réservation',
  exampleOnline: (price, now, hours) =>
    `Une réservation de ${price}\u00a0: ${now} maintenant, le solde en ligne jusqu’à ${hours} heures avant.`,
};
