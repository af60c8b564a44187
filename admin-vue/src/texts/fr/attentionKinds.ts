import type { attentionKinds as en } from '../en/attentionKinds.ts';

export const attentionKinds: typeof en = {
  payment_mismatch: {
    title: 'Un paiement ne correspond pas à sa réservation',
    advice:
      'Comparez le montant avec le paiement dans le tableau de bord de votre prestataire de paiement. Remboursez le trop-perçu.',
  },
  webhook_mismatch: {
    title: 'Une notification du prestataire de paiement ne concorde pas',
    advice:
      'Vérifiez si le paiement figure dans le tableau de bord de votre prestataire de paiement. Sinon, vous pouvez l’ignorer.',
  },
  checkout_refused: {
    title: 'Le prestataire de paiement a refusé un paiement',
    advice:
      'Le client n’a pas pu payer. Vérifiez votre compte chez le prestataire, puis demandez au client de réessayer.',
  },
  refund_failed: {
    title: 'Un remboursement a échoué',
    advice:
      'Relancez le remboursement depuis la réservation, ou remboursez d’une autre manière et prévenez le client.',
  },
  refund_elsewhere: {
    title: 'Un remboursement a été fait chez le prestataire de paiement',
    advice:
      'Le remboursement n’a pas été fait ici. Vérifiez qu’il était voulu, et annulez la réservation si elle n’a plus lieu.',
  },
  chargeback: {
    title: 'Un paiement a été rejeté par la banque, ou un rejet a été annulé',
    advice:
      'Répondez au litige dans le tableau de bord de votre prestataire de paiement, et décidez si la réservation est maintenue. L’argent d’un rejet annulé n’est pas remboursé automatiquement.',
  },
  payment_surplus: {
    title: 'Un client a payé plus que le solde dû',
    advice:
      'La différence est remboursée automatiquement. Vérifiez que la réservation affiche le bon montant.',
  },
  account_linked: {
    title: 'Les clients paient désormais sur un nouveau compte',
    advice:
      'Vérifiez qu’il s’agit bien du compte de votre établissement. Si vous ne vous y attendiez pas, dissociez-le dans Paramètres > Paiements.',
  },
  account_restricted: {
    title: 'Le prestataire de paiement a restreint votre compte',
    advice:
      'Fournissez au prestataire ce qu’il demande encore : ouvrez Paramètres > Paiements et poursuivez la configuration. D’ici là, les clients ne peuvent peut-être pas payer ou vos virements sont suspendus.',
  },
  account_disconnected: {
    title: 'Votre compte de paiement n’est plus relié',
    advice:
      'Une personne ayant accès au compte l’a déconnecté. Les nouvelles réservations sont confirmées sans paiement jusqu’à ce que vous reliiez un compte dans Paramètres > Paiements.',
  },
  account_refused: {
    title: 'Votre prestataire de paiement n’accepte pas votre compte',
    advice:
      'Les clients ne peuvent pas payer en ligne. Reconnectez le compte dans les réglages, ou vérifiez-le dans l’espace de votre prestataire. Leurs places restent réservées jusqu’à la date limite de paiement.',
  },
  token_expires: {
    title: 'Le jeton d’accès de Mollie expire',
    advice:
      'Un jeton collé ne fonctionne qu’une heure. Connectez votre compte Mollie dans les réglages, pour que les clients puissent continuer à payer.',
  },
  dead_letter: {
    title: 'Un événement n’a pas pu être traité',
    advice: 'L’opérateur de la plateforme peut le relancer. Vous n’avez rien à faire.',
  },
  domain_missing: {
    title: 'L’enregistrement DNS de votre domaine manque',
    advice:
      'Ajoutez-le à nouveau là où vous gérez votre domaine. Vous le trouvez dans les paramètres. Après 14 jours sans lui, les clients ne peuvent plus réserver sur ce domaine.',
  },
  guest_at_cap: {
    title: 'Un client occupe une grande partie de vos places',
    advice:
      'C’est peut-être normal pour un habitué. Si vous ne connaissez pas ce client, annulez les réservations.',
  },
  address_at_cap: {
    title: 'Une connexion internet occupe une grande partie de vos places',
    advice:
      'Il peut s’agir d’une entreprise ou d’une école. Si vous ne connaissez aucun de ces clients, annulez les réservations.',
  },
  network_at_cap: {
    title: 'Un réseau occupe une grande partie de vos places',
    advice:
      'De nombreux clients peuvent partager ce réseau. Si vous n’en connaissez aucun, annulez les réservations.',
  },
  plan_limit: {
    title: 'Une limite de votre formule est presque atteinte',
    advice:
      'Voir Paramètres > Formule. Demandez à temps une autre formule à l’opérateur de la plateforme. Les réservations au-delà du nombre par mois ne sont jamais refusées.',
  },
  mail_waits: {
    title: 'Des e-mails sont différés : votre établissement a atteint sa limite quotidienne',
    advice:
      'Ils partent automatiquement dès que la limite le permet, et sont abandonnés après 3 jours. Appelez les clients dont la réservation est proche. Pour lever la limite, demandez à l’opérateur de la plateforme de déclarer votre établissement de confiance.',
  },
};
