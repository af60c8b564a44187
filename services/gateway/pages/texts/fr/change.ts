import type { ChangeLabels, SlotReasons } from '../nl/change.ts';

/** French texts of the pages where guests change their booking. */
export const labels: ChangeLabels = {
  change: 'Modifier cette réservation',
  until: (moment) => `Vous pouvez la modifier jusqu’au ${moment}.`,
  wasUntil: (moment) => `La modification était possible jusqu’au ${moment}.`,
  oncePaid: (moment) => `Une fois la réservation payée, vous pourrez encore la modifier jusqu’au ${moment}.`,
  changed: 'Votre réservation a été modifiée. Vous recevrez aussi un e-mail à ce sujet.',
  changedWord: 'Modifiée',
  back: 'Retour à votre billet',
  party: 'Combien serez-vous ?',
  people: 'Nombre de personnes',
  each: { piece: 'l’unité', person: 'par personne', booking: 'par réservation' },
  included: (name, price) => `${name} (${price}) fait partie de chaque réservation.`,
  stays: (what) => `N’est plus proposé, mais reste dans votre réservation : ${what}.`,
  day: 'Jour',
  show: 'Afficher les horaires',
  times: (day) => `Horaires du ${day}`,
  noTimes: 'Aucun horaire ce jour-là.',
  weekBefore: 'Semaine d’avant',
  weekAfter: 'Semaine d’après',
  own: 'votre horaire actuel',
  left: (free) => `encore ${free}`,
  look: 'Choisissez un horaire, même s’il ne change pas. Vous verrez ensuite le prix de la modification. Rien ne change tant que vous n’avez pas confirmé.',
  notOffered:
    'Cette réservation ne peut pas être modifiée en ligne pour le moment. Contactez l’établissement.',
  confirm: 'Cette modification vous convient-elle ?',
  again:
    'Votre modification n’a pas encore été enregistrée, car la situation a changé entre-temps. Vérifiez les informations et confirmez de nouveau.',
  now: 'Actuellement',
  after: 'Après la modification',
  samePrice: (price) => `Le prix reste de ${price}.`,
  otherPrice: (before, after) => `Le prix passe de ${before} à ${after}.`,
  goesBack: (amount) =>
    `Un montant de ${amount} vous sera remboursé. Le virement sur votre compte peut prendre quelques jours ouvrés.`,
  leftToPay: (amount) => `Il vous restera ${amount} à payer sur place.`,
  payOnline: (amount) => `Vous réglez la différence de ${amount} en ligne à l’étape suivante.`,
  payThere: (amount) => `Vous payez ${amount} sur place.`,
  cancelUntil: (moment) => `Après cette modification, vous pourrez encore annuler jusqu’au ${moment}.`,
  cancelNever: 'Après cette modification, vous ne pourrez plus annuler en ligne.',
  agree: 'Oui, modifier ma réservation',
  other: 'Choisir autre chose',
};

/** Why a slot cannot be chosen. */
export const reasons: SlotReasons = {
  blocked: 'non disponible',
  past: 'passé',
  notice: 'délai trop court',
  too_far: 'pas encore réservable',
  overlap: 'non disponible',
  closed: 'fermé',
  room_taken: 'occupé',
  full: 'complet',
  add_on_gone: 'un supplément obligatoire est épuisé',
};
