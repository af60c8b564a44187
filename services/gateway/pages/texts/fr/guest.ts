import { fr as wording } from '@venue-booking/domain/wording/fr/texts';
import type { Labels, Statuses } from '../nl/guest.ts';

/** French texts of the ticket and of pages without a booking. */
export const labels: Labels = {
  ...wording.labels,
  language: 'Langue',
  status: 'Statut',
  paid: 'Payé',
  refunded: 'Remboursé',
  toReturn: 'À rembourser sur place',
  open: 'Reste à payer sur place',
  openOnline: 'Reste à payer',
  payOpen: (amount) => `Régler le solde : ${amount}`,
  timesIn: (place) => `Heure de ${place}`,
  show: 'Présentez ce code à votre arrivée.',
  showOncePaid: 'Une fois la réservation payée, le code à présenter à votre arrivée s’affichera ici.',
  qr: 'QR code avec le lien vers ce billet',
  pay: (amount) => `Payer ${amount}`,
  held: (moment) =>
    `Nous gardons vos places jusqu’au ${moment}. Sans paiement d’ici là, elles seront libérées.`,
  payLate:
    'Le délai de paiement est dépassé. Si vous avez malgré tout payé, vous verrez bientôt ici si votre réservation est confirmée.',
  checking:
    'Nous vérifions votre paiement. Cette page s’actualise automatiquement. Si vous avez déjà payé, ne payez pas une seconde fois.',
  oncePaid: (moment) =>
    `Une fois la réservation payée, vous pourrez encore l’annuler jusqu’au ${moment}. Le montant total vous sera alors remboursé.`,
  oncePaidTiers: (moment) =>
    `Une fois la réservation payée, vous pourrez encore l’annuler jusqu’au ${moment}.`,
  moneyKept: 'Votre paiement n’est pas remboursé.',
  restKept: (amount) => `Le reste, soit ${amount}, n’est pas remboursé.`,
  goesBack: 'Le montant total vous sera remboursé.',
  partlyBack: (amount) => `Un montant de ${amount} vous sera remboursé sur votre paiement.`,
  wentBack:
    'Votre paiement a été remboursé. Le virement sur votre compte peut prendre quelques jours ouvrés.',
  failedBack: 'Le remboursement n’a pas abouti. L’établissement en est informé et s’en occupe.',
  addToCalendar: 'Ajouter à votre agenda',
  updateCalendar: 'Mettre à jour votre agenda',
  cancel: 'Annuler cette réservation',
  cancelWhat: 'Vos places seront immédiatement libérées. L’annulation est définitive.',
  cancelUnpaid: 'Si vous annulez maintenant, vous n’aurez rien à payer.',
  cancelUntil: (moment) => `Vous pouvez annuler jusqu’au ${moment}.`,
  cancelledUntil: (moment) => `L’annulation était possible jusqu’au ${moment}.`,
  notOnline: (whom) =>
    `Cette réservation ne peut pas être annulée en ligne. Pour l’annuler, contactez ${whom}.`,
  cancelGivesBack: (amount) => `Un montant de ${amount} vous sera alors remboursé.`,
  cancelNowGivesBack: (amount) => `Si vous annulez maintenant, un montant de ${amount} vous sera remboursé.`,
  cancelNowGivesNothing: 'Si vous annulez maintenant, rien ne vous sera remboursé.',
  cancelGivesAllBack: 'Le montant total vous sera alors remboursé.',
  confirmCancel: 'Oui, annuler cette réservation',
  changes: 'Pour toute modification, contactez l’établissement.',
  questions: 'Une question ? Contactez l’établissement.',
  contact: 'L’établissement',
  address: 'Adresse',
  expired: 'Ce lien a expiré',
  unknown: 'Ce lien ne fonctionne pas',
  unknownMore:
    'Une partie du lien manque peut-être. Ouvrez-le exactement tel qu’il figure dans votre confirmation.',
  noPage: 'Cette page n’existe pas',
  noPageMore:
    'Vérifiez que l’adresse est correcte. Si vous avez suivi un lien dans un e-mail, ouvrez-le exactement tel qu’il y figure.',
  root: 'Bienvenue sur cette plateforme de réservation',
  rootMore:
    'Les réservations se font sur le site de chaque établissement. Vous gérez un établissement ? Ouvrez le tableau de bord.',
  dashboard: 'Tableau de bord',
  apiReference: 'Documentation de l’API',
  problem: 'Une erreur s’est produite',
  tryingAgain: 'Un instant, nous réessayons',
};

/** Each status in a word, and its meaning for the guest. */
export const statuses: Statuses = {
  pending_payment: {
    word: 'En attente de paiement',
    meaning: 'Votre réservation sera confirmée dès que vous aurez payé.',
  },
  confirmed: { word: 'Confirmée', meaning: '' },
  expired: {
    word: 'Expirée',
    meaning: 'Le paiement n’a pas été effectué à temps. Votre réservation n’est plus valable.',
  },
  cancelled: { word: 'Annulée', meaning: 'Cette réservation a été annulée et n’est plus valable.' },
  checked_in: { word: 'Arrivée enregistrée', meaning: 'Profitez bien de votre visite !' },
  no_show: { word: 'Non honorée', meaning: 'Cette réservation n’a pas été utilisée.' },
};
