import { fr as wording } from '@venue-booking/domain/wording/fr/texts';
import type { GuestTexts } from '../nl/guestTexts.ts';

/** French texts of mail to guests, with placeholders in braces. */
export const fr: GuestTexts = {
  mails: {
    confirmed: {
      subject: 'Réservation confirmée : {facility}, {day}',
      title: 'Votre réservation est confirmée',
      lead: 'Votre réservation chez {venue} est confirmée. À bientôt !',
    },
    changed: {
      subject: 'Réservation modifiée : {facility}, {day}',
      title: 'Votre réservation a été modifiée',
      lead: 'Votre réservation chez {venue} a été modifiée. Vous trouverez les informations à jour ci-dessous. Les e-mails précédents concernant cette réservation ne sont plus valables.',
    },
    cancelled: {
      subject: 'Réservation annulée : {facility}, {day}',
      title: 'Votre réservation est annulée',
      lead: 'Votre réservation chez {venue} est annulée. Vous n’avez rien à faire.',
    },
    payment_due: {
      subject: 'Paiement en attente : {facility}, {day}',
      title: 'Finalisez votre réservation',
      lead: 'Nous gardons vos places chez {venue} jusqu’au {until}. Payez avant cette échéance pour confirmer votre réservation.',
    },
    payment_link: {
      subject: 'Solde à régler : {facility}, {day}',
      title: 'Réglez le solde',
      lead: 'Il reste {amount} à payer pour votre réservation chez {venue}. Vous pouvez régler ce montant en ligne jusqu’au début de votre réservation. Vos places restent réservées dans tous les cas.',
    },
    payment_received: {
      subject: 'Paiement reçu : {facility}, {day}',
      title: 'Merci pour votre paiement',
      lead: 'L’équipe de {venue} a bien reçu votre paiement de {amount} pour cette réservation.',
    },
    refunded: {
      subject: 'Remboursement : {facility}, {day}',
      title: 'Votre remboursement est en cours',
      lead: '{venue} vous rembourse {refund} pour cette réservation. Le virement sur votre compte peut prendre quelques jours ouvrés.',
    },
    refund_failed: {
      subject: 'Échec du remboursement : {facility}, {day}',
      title: 'Votre remboursement n’a pas abouti',
      lead: 'Nous vous avions annoncé un remboursement de {refund} pour cette réservation. Il n’a malheureusement pas abouti. L’équipe de {venue} en est informée et s’en occupe. Vous n’avez rien à faire.',
    },
    reminder: {
      subject: 'Rappel : {facility}, {day}',
      title: 'À bientôt',
      lead: 'Nous vous rappelons votre réservation chez {venue} : {day}, {time}. À bientôt !',
    },
    choose_time: {
      subject: 'Choisissez un autre horaire : {facility}, {day}',
      title: 'Choisissez un autre horaire',
      lead: 'Votre réservation chez {venue} du {day}, {time}, ne pourra peut-être pas avoir lieu comme prévu. Choisissez un autre horaire ou annulez avec un remboursement intégral jusqu’au {until}, avec le bouton ci-dessous. Sans choix de votre part, la réservation est maintenue pour l’instant et {venue} vous contactera.',
    },
    follow_up: {
      subject: 'Merci de votre visite chez {venue}',
      title: 'Merci de votre visite',
      lead: 'Merci d’être venu chez {venue}. Nous espérons que vous avez passé un bon moment et serons ravis de vous revoir.',
    },
  },
  smsReminder: 'Rappel : {start}, {venue}. Votre billet : {url}',
  messageTitle: 'Message au sujet de votre réservation',
  leads: {
    cancelled_kept:
      'Votre réservation chez {venue} est annulée. Cette annulation ne donne droit à aucun remboursement.',
    cancelled_partly:
      'Votre réservation chez {venue} est annulée. Vous recevrez un remboursement de {refund} sur les {price} payés. Vous n’avez rien à faire.',
    cancelled_paid:
      'Votre réservation chez {venue} est annulée. Le montant total vous sera remboursé. Vous n’avez rien à faire.',
    refunded_late:
      'Votre paiement à {venue} est arrivé trop tard. Vos places n’étaient plus disponibles et votre réservation n’a pas pu être confirmée. Vous recevrez un remboursement de {refund}. Le virement sur votre compte peut prendre quelques jours ouvrés.',
    rest_due:
      'Il reste {amount} à payer pour votre réservation chez {venue}. Merci de régler ce montant en ligne avant le {until}.',
    rest_due_cancel:
      'Il reste {amount} à payer pour votre réservation chez {venue}. Merci de régler ce montant en ligne avant le {until}. Sinon, votre réservation sera annulée.',
    refunded_stands:
      '{venue} vous rembourse {refund} pour cette réservation. Votre réservation reste valable. Le virement sur votre compte peut prendre quelques jours ouvrés.',
  },
  labels: {
    ...wording.labels,
    greeting: 'Bonjour,',
    what: 'Prestation',
    was: (before) => `auparavant ${before}`,
    paid: 'payé',
    open: 'Reste à payer',
    oncePaid:
      'Une fois la réservation payée, vous pourrez encore l’annuler jusqu’au {until}. Le montant total vous sera alors remboursé.',
    oncePaidTiers: 'Une fois la réservation payée, vous pourrez encore l’annuler jusqu’au {until}.',
    pay: 'Payer maintenant',
    payOpen: 'Régler le solde',
    messageFrom: 'Message de {venue} :',
    reason:
      '{platform} ({host}) vous envoie cet e-mail de la part de {venue}, car la réservation {number} a été effectuée avec cette adresse e-mail. Si cette réservation ne vous dit rien, n’ouvrez aucun lien et supprimez cet e-mail.',
    goodToKnow: 'Bon à savoir, de la part de {venue} :',
    changeUntil: 'Vous pouvez modifier votre réservation en ligne jusqu’au {until}.',
    cancelUntil: 'Vous pouvez annuler en ligne jusqu’au {until}.',
    review: 'Donner votre avis',
    view: 'Voir votre réservation',
    viewOrCancel: 'Voir ou annuler votre réservation',
  },
};
