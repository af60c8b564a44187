import type { WaitingTexts } from '../nl/waiting.ts';

/** French texts of the page of an entry on a waiting list. */
export const waiting: WaitingTexts = {
  statuses: {
    unconfirmed: {
      word: 'Pas encore confirmée',
      meaning: 'Confirmez votre place sur la liste d’attente. Nous vous écrirons dès qu’une place se libère.',
    },
    waiting: {
      word: 'Sur la liste d’attente',
      meaning:
        'Dès qu’une place se libère, vous recevez un e-mail. Nous vous la gardons alors quelque temps.',
    },
    offered: {
      word: 'Une place est libre pour vous',
      meaning:
        'Nous vous gardons cette place jusqu’au {until}. Ensuite, elle sera proposée au client suivant.',
    },
    booked: { word: 'Réservée', meaning: 'Vous avez réservé cette place.' },
    left: {
      word: 'Plus sur la liste d’attente',
      meaning: 'Vous n’êtes plus sur cette liste d’attente et ne recevrez plus d’e-mails à ce sujet.',
    },
    expired: {
      word: 'Expirée',
      meaning: 'L’horaire ou l’offre est passé. Vous n’êtes plus sur cette liste d’attente.',
    },
  },
  confirm: 'Confirmer votre place',
  offeredElsewhere: 'Notre e-mail vous explique comment réserver cette place.',
  byMail: 'Seul le lien de l’e-mail que nous vous avons envoyé permet de confirmer.',
  accept: 'Réserver cette place',
  acceptPay: 'Réserver et payer {amount}',
  noPrice: 'Cette place ne convient plus à votre groupe. Contactez l’établissement.',
  leave: 'Quitter la liste d’attente',
  leaveWhat: 'Vous perdez votre place sur la liste. Cette action est définitive.',
  confirmLeave: 'Oui, me retirer de la liste',
  decline: 'Refuser l’offre',
  declineWhat: 'La place est proposée au client suivant et vous quittez la liste d’attente.',
  confirmDecline: 'Oui, refuser l’offre',
  ticket: 'Voir votre réservation',
  wholeDay: 'Tous les horaires de ce jour',
};
