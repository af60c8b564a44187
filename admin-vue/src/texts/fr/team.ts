import type { team as en } from '../en/team.ts';

export const team: typeof en = {
  add: 'Ajouter un membre',
  addAndMail: 'Ajouter et inviter',
  addLead: 'La personne reçoit une invitation par e-mail. Elle n’a pas besoin de mot de passe.',
  added: (email) => `${email} a été ajouté et invité par e-mail.`,
  addedUnmailed: (email, url) =>
    `${email} a été ajouté, mais l’invitation n’a pas pu être envoyée. Demandez à la personne de se connecter sur ${url}.`,
  addedLimited: (email, url) =>
    `${email} a été ajouté, mais pas invité : votre établissement a atteint sa limite quotidienne d’e-mails. Demandez à la personne de se connecter sur ${url}.`,
  desk: 'Accueil',
  deskMeans:
    'Réservations, check-in et réservations par téléphone. Ni paramètres, ni rapports, ni remboursements.',
  email: 'Adresse e-mail',
  inviteLanguage: 'Langue de l’invitation',
  lead: 'Chaque membre de l’équipe se connecte avec sa propre adresse e-mail. L’historique des réservations montre qui a fait quoi.',
  makeDesk: 'Passer à l’accueil',
  makeDeskOf: (email) => `Passer ${email} à l’accueil ?`,
  makeDeskMe:
    'Vous perdez l’accès aux paramètres, aux paiements, aux rapports et à l’équipe. Seul un autre propriétaire peut revenir en arrière.',
  makeDeskMore: 'La personne perd l’accès aux paramètres, aux paiements, aux rapports et à l’équipe.',
  makeOwner: 'Nommer propriétaire',
  makeOwnerOf: (email) => `Nommer ${email} propriétaire ?`,
  makeOwnerMore:
    'Les propriétaires ont un accès complet : paramètres, remboursements, ajout et suppression de membres de l’équipe.',
  nobody: 'Pas encore de membres.',
  nobodyMore:
    'Ajoutez toutes les personnes qui travaillent ici, pour que personne n’ait à partager un jeton.',
  of: (email) => `Modifier ${email}`,
  owner: 'Propriétaire',
  ownerMeans: 'Accès complet, y compris aux paramètres et aux remboursements',
  people: 'Équipe',
  remove: 'Supprimer',
  removeOf: (email) => `Supprimer ${email} ?`,
  removeMore:
    'La personne est aussitôt déconnectée de tous ses appareils. Les jetons d’API, adresses de calendrier et webhooks qu’elle a créés continuent de fonctionner : supprimez ceux qu’elle ne doit plus avoir. Son adresse reste dans l’historique des réservations. Vous pouvez l’ajouter à nouveau.',
  removeMe:
    'Vous êtes aussitôt déconnecté de tous vos appareils, et seul un autre propriétaire peut vous ajouter à nouveau. Les jetons d’API, adresses de calendrier et webhooks que vous avez créés continuent de fonctionner. Votre adresse reste dans l’historique des réservations.',
  removed: (email) => `${email} a été supprimé.`,
  role: 'Rôle',
  signOut: 'Déconnecter',
  signOutOf: (email) => `Déconnecter ${email} ?`,
  signOutMore:
    'Déconnecte la personne de cet établissement sur tous ses appareils, par exemple après la perte d’un téléphone. Elle peut se reconnecter par e-mail.',
  signedOut: (email) => `${email} a été déconnecté.`,
  since: (date) => `depuis le ${date}`,
  you: 'Vous',
};
