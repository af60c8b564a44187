import type { PaymentFailure } from '../payment.ts';

/** French texts of {@link paymentFailures}. */
export const payment: Record<PaymentFailure, string> = {
  credentials_refused: '{provider} n’accepte pas ces identifiants : {reason}.',
  fee_not_carried:
    '{provider} ne peut pas payer les frais de la plateforme avec ces identifiants : {reason}.',
  account_by_operator:
    'Un identifiant de compte {provider} ne prouve pas à qui appartient le compte. Demandez à l’opérateur de la plateforme de l’associer.',
  provider_off: '{provider} n’est pas activé sur cette plateforme : {reason}.',
  provider_unavailable: '{provider} ne répond pas pour le moment. Réessayez dans un instant.',
  desk_payment_too_much: 'Il ne reste que {open} à payer pour cette réservation.',
  desk_refund_too_much: 'L’accueil peut rendre {left} au maximum.',
  desk_payment_not_found: 'Paiement à l’accueil introuvable.',
  connection_not_found: 'Cet établissement n’a aucun compte à choisir chez un prestataire de paiement.',
  connect_expired:
    'Cette liaison avec {provider} a expiré ou a été commencée dans un autre navigateur. Recommencez depuis les réglages de paiement.',
  nothing_open: 'Il ne reste rien à payer pour cette réservation.',
  payment_link_late: 'Le solde se paie en ligne jusqu’au début de la réservation. Encaissez-le à l’accueil.',
  payment_link_early: 'Les soldes se paient en ligne une heure après la mise à jour. Réessayez plus tard.',
  no_online_payment:
    'Cet établissement n’accepte pas les paiements en ligne. Associez d’abord un compte de paiement.',
  till_closed:
    'Cette journée est déjà clôturée. Ce que vous enregistrez maintenant compte pour la journée suivante.',
  till_not_begun: 'Cette journée n’a pas encore commencé et ne peut pas être clôturée.',
  refund_too_much: 'Le remboursement ne peut pas dépasser {left}.',
};
