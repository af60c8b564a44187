import type { connect as en } from '../../en/settings/connect.ts';

export const connect: typeof en = {
  connectWith: (provider) => `Connecter avec ${provider}`,
  why: (provider) =>
    `Vous vous connectez chez ${provider} et donnez l’accès. Vous n’avez aucune clé à copier.`,
  testMode: 'En mode test, sans argent réel',
  slowMethods: 'Autoriser aussi les virements (ils prennent des jours)',
  choose: 'Choisissez le profil qui reçoit les paiements',
  chooseMore: (name) =>
    `${name} a plusieurs profils. Le profil détermine le nom et le site que les clients voient au moment de payer.`,
  use: 'Utiliser ce profil',
  waiting: (provider) => `${provider} n’autorise pas encore les paiements`,
  waitingMore: 'Nous relions le compte automatiquement dès qu’il peut recevoir des paiements.',
  organization: 'Entreprise',
  states: {
    needs_data: 'Il manque des informations chez le prestataire.',
    in_review: 'Le prestataire vérifie les informations.',
    complete: 'Les informations sont complètes.',
  },
  payments: 'Reçoit des paiements',
  noPayments: 'Pas encore de paiements',
  payouts: 'Verse l’argent',
  noPayouts: 'Pas encore de versements',
  complete: (provider) => `Continuer chez ${provider}`,
  check: 'Vérifier à nouveau',
  giveUp: 'Annuler la liaison',
  givenUp: 'Liaison annulée.',
  linked: 'Compte connecté. Les clients peuvent payer en ligne.',
  declined: 'Vous n’avez pas donné l’accès. Rien n’a été modifié.',
  again: 'Le lien a expiré. Reconnectez le compte pour continuer.',
  failed: 'La connexion a échoué. Rien n’a été modifié. Réessayez.',
  orByHand: 'Ou saisissez vous-même des identifiants',
  unlinkMore: (provider) =>
    `Les nouvelles réservations ne peuvent plus être payées en ligne. L’accès à ${provider} prend fin dès qu’aucun paiement n’est en cours. Ensuite, remboursez les paiements antérieurs dans votre espace ${provider}, ou reconnectez le compte.`,
};
