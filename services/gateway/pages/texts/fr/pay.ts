import type { PayLabels, SandboxTexts } from '../nl/pay.ts';

/** French texts of the payment pages. */
export const labels: PayLabels = {
  what: 'Réservation',
  retry: 'Réessayer',
  booking: 'Voir votre réservation',
  bookAgain: 'Réserver de nouveau',
  back: 'Retour au site',
  held: (time, place) =>
    `Nous gardons vos places jusqu’à ${time}${place === null ? '' : ` (heure de ${place})`}.`,
  waiting: {
    word: 'Un instant',
    title: 'Le paiement est momentanément indisponible',
    text: 'La page de paiement ne répond pas. Rien n’a été débité.',
  },
  blocked: {
    word: 'Impossible pour le moment',
    title: 'Le paiement est impossible pour le moment',
    text: 'Le compte de paiement de l’établissement présente un problème. L’établissement en est informé. Rien n’a été débité.',
  },
  waitingMore: 'Cette page réessaie automatiquement. Vous n’avez rien à faire.',
  checking: {
    word: 'Un instant',
    title: 'Nous vérifions votre paiement',
    text: 'La vérification prend un peu plus de temps que d’habitude. Si vous avez déjà payé, ne payez pas une seconde fois.',
  },
  failed: {
    word: 'Non payée',
    title: 'Le paiement n’a pas abouti',
    text: 'Le paiement a échoué ou a été interrompu. Rien n’a été débité. Vous pouvez réessayer.',
  },
  late: {
    word: 'Expirée',
    title: 'Le délai de paiement est dépassé',
    text: 'Vos places ont été libérées. Si vous avez malgré tout payé, nous confirmerons votre réservation s’il reste des places. Sinon, le montant total vous sera remboursé.',
  },
  begun: {
    word: 'Expirée',
    title: 'Le délai de paiement est dépassé',
    text: 'L’horaire réservé a déjà commencé. Vous ne pouvez plus payer. Si vous avez malgré tout payé, le montant total vous sera remboursé.',
  },
  later: {
    word: 'Non payé en ligne',
    title: 'Le délai de paiement en ligne est dépassé',
    text: 'Votre réservation reste valable. Merci de régler le solde sur place. Si vous avez payé, votre paiement sera pris en compte.',
  },
  stands: 'Votre réservation reste valable.',
  cancelled: {
    word: 'Annulée',
    title: 'Cette réservation a été annulée',
    text: 'Vous n’avez plus rien à payer. Si vous avez malgré tout payé, le montant total vous sera remboursé.',
  },
  refused: {
    word: 'Non payée',
    title: 'Cette réservation ne peut pas être payée en ligne',
    text: 'Le prestataire de paiement refuse ce paiement. Contactez l’établissement.',
  },
};

/** The page of the sandbox provider. */
export const sandbox: SandboxTexts = {
  test: 'Mode test : argent fictif',
  title: 'Paiement',
  choose: 'Choisissez l’issue de ce paiement de test. Rien n’est débité.',
  outcomes: {
    paid: 'Payé',
    failed: 'Échoué',
    canceled: 'Interrompu',
    expired: 'Expiré',
    late: 'Payé plus tard',
  },
  open: 'En attente',
  over: 'Ce paiement de test est terminé.',
  late: 'Ce paiement de test sera effectué plus tard, comme un virement.',
  back: 'Retour à votre réservation',
};
