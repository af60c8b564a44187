import type { WaitingTexts } from '../nl/waitingTexts.ts';

/** French texts of mail to guests on the waiting list, with placeholders in braces. */
export const fr: WaitingTexts = {
  mails: {
    confirm_entry: {
      subject: 'Confirmez votre place sur la liste d’attente : {facility}, {day}',
      title: 'Confirmez votre place sur la liste d’attente',
      lead: 'Cette adresse e-mail a été saisie pour la liste d’attente de {venue}. Confirmez sous {hours} heures. Vous serez alors sur la liste, par ordre d’arrivée.',
      link: 'Confirmer votre place',
    },
    offer: {
      subject: 'Une place pour vous : {facility}, {day}',
      title: 'Une place s’est libérée pour vous',
      lead: 'Une place s’est libérée chez {venue}. Nous vous la gardons jusqu’au {until}. Ensuite, elle sera proposée au client suivant.',
      link: 'Voir l’offre et réserver',
    },
    offer_over: {
      subject: 'Offre expirée : {facility}, {day}',
      title: 'Votre offre a expiré',
      lead: 'Vous n’avez pas répondu à temps à la place libre chez {venue}. Elle est proposée au client suivant et vous n’êtes plus sur la liste d’attente.',
      link: 'Voir votre inscription',
    },
    offer_lost: {
      subject: 'Place indisponible : {facility}, {day}',
      title: 'La place proposée n’est plus disponible',
      lead: 'La place que nous vous avions proposée chez {venue} ne peut plus être réservée. Vous restez sur la liste d’attente.',
      link: 'Voir ou annuler votre inscription',
    },
  },
  smsOffer: '{venue} a une place pour vous : {start}. Réservez-la avant le {until} : {url}',
  reason:
    '{platform} ({host}) vous envoie cet e-mail de la part de {venue}, car cette adresse e-mail a été saisie pour la liste d’attente. Si cela ne vous dit rien, n’ouvrez aucun lien et supprimez cet e-mail.',
};
