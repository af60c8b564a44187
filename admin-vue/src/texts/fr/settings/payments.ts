import type { payments as en } from '../../en/settings/payments.ts';

export const payments: typeof en = {
  none: 'Le paiement en ligne n’est pas encore configuré. Les réservations sont confirmées sans paiement.',
  live: 'En production',
  testMode: 'Mode test : pas d’argent réel',
  account: 'Compte',
  noFee: 'La plateforme ne prélève aucuns frais.',
  fee: (percent, fixed) =>
    `La plateforme prélève ${percent} et ${fixed} par réservation. Seul l’opérateur de la plateforme peut le modifier.`,
  test: 'Tester le compte',
  works: 'Le compte fonctionne',
  tryIt:
    'Faites maintenant un paiement, comme un client. Il utilise de l’argent fictif et n’est lié à aucune réservation.',
  liveTested:
    'Le prestataire accepte les identifiants. En production, un paiement test utiliserait de l’argent réel : il n’est donc pas fait.',
  pay: (amount) => `Payer ${amount} fictifs`,
  outcome: {
    open: (amount) => `Le paiement test de ${amount} n’a pas encore été effectué.`,
    paid: (amount) => `Le paiement test de ${amount} a réussi. Les clients peuvent payer en ligne.`,
    failed: (amount) => `Le paiement test de ${amount} a échoué.`,
    canceled: (amount) => `Le paiement test de ${amount} a été annulé.`,
    expired: (amount) => `Le paiement test de ${amount} a expiré.`,
  },
  askAgain: 'Vérifier à nouveau',
  notAsked: 'Le statut du paiement test ne peut pas être chargé pour le moment.',
  relink: 'Relier un autre compte',
  unlink: 'Dissocier',
  unlinked: 'Compte dissocié.',
  unlinkMore:
    'Les nouvelles réservations ne peuvent plus être payées en ligne. Les paiements antérieurs peuvent encore être remboursés.',
  link: 'Relier un compte',
  linked: 'Compte relié.',
  provider: 'Prestataire de paiement',
  sandboxHint: 'Pour tester : il ne prend pas d’argent réel.',
  how: 'Relier avec',
  byKey: 'Clé d’API',
  byAccount: 'Identifiant de compte',
  byNothing: 'Sans identifiants',
  apiKeyHint:
    'Créez-en une dans le tableau de bord Mollie, sous Developers > API access tokens (anciennement API keys). Mollie ne l’affiche qu’une fois. Une clé de test commence par test_, une clé de production par live_.',
  apiKey: 'Clé d’API',
  accountIdHint:
    'Seul l’opérateur de la plateforme peut relier un nouveau compte, car l’identifiant ne prouve pas à qui il appartient. Envoyez-lui cet identifiant.',
  accountId: 'Identifiant de compte',
  slowMethods: 'Autoriser aussi les virements (ils prennent des jours)',
  secretHint: 'Conservé chiffré et plus jamais affiché.',
  feePercent: 'Frais de plateforme, en pour cent',
  feeBearer: 'Commission que le prestataire ne restitue pas lors d’un remboursement',
  feeBearerHint:
    'Mollie ne restitue pas votre commission lorsqu’un client est remboursé. Stripe la restitue.',
  feeBearerSame: 'Comme avant',
  feeBearers: { venue: 'À la charge de l’établissement', platform: 'À la charge de la plateforme' },
  feeFixed: 'Frais de plateforme, en euros par réservation',
  feeHint: 'Vide : les frais restent les mêmes.',
};
