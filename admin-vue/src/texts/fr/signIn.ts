import type { signIn as en } from '../en/signIn.ts';

export const signIn: typeof en = {
  askAgain: 'Demander un nouveau lien',
  askHere: 'Demander un nouveau lien ici',
  confirm: 'Se connecter sur cet appareil',
  confirmLead: 'Avec ce lien, vous vous connectez en tant que',
  confirmMore:
    'Ce n’est pas votre adresse ? Fermez cette page, sinon vous travaillerez dans le compte d’une autre personne. Le lien ne fonctionne qu’une fois.',
  email: 'Adresse e-mail',
  ended: 'Vous n’êtes plus connecté. Reconnectez-vous pour reprendre là où vous en étiez.',
  instead: (email) =>
    `${email} est connecté sur cet appareil. Se connecter avec une autre adresse met fin à cette session.`,
  language: 'Langue',
  lead: 'Nous vous envoyons un lien de connexion par e-mail. Aucun mot de passe n’est nécessaire.',
  linkOver: 'Ce lien n’est plus valable',
  linkOverMore: 'Un lien fonctionne une fois, pendant 10 minutes. Demandez-en un nouveau.',
  lookInMail: 'Consultez votre messagerie',
  otherBrowser: 'Ouvrez ce lien dans le navigateur où vous l’avez demandé',
  otherBrowserMore:
    'Pour votre sécurité, un lien ne fonctionne que dans le navigateur qui l’a demandé. Copiez le lien et ouvrez-le là-bas, ou demandez-en un nouveau ici.',
  yourLink: 'Votre lien',
  operator: 'Se connecter avec le jeton de l’opérateur',
  operatorHint:
    'Pour l’opérateur de cette plateforme. npm start affiche le jeton ; sur un serveur, c’est le paramètre OPERATOR_TOKEN.',
  operatorNow: 'L’opérateur',
  operatorToken: 'Jeton de l’opérateur',
  noVenue: 'Pas encore d’établissement ici ?',
  signUp: 'Créez votre établissement',
  or: 'ou',
  otherAddress: 'Utiliser une autre adresse',
  passkeyFailed: 'La clé d’accès n’a pas pu être utilisée sur cet appareil. Connectez-vous par e-mail.',
  passkeyCancelled:
    'La connexion avec une clé d’accès a été annulée. Réessayez, ou connectez-vous par e-mail.',
  providerRejected:
    'La connexion a été annulée, ou le fournisseur d’identité ne l’a pas autorisée. Réessayez, ou connectez-vous par e-mail.',
  sendAgain: 'Envoyer un autre lien',
  sendLink: 'Envoyer le lien de connexion',
  sent: (email) =>
    `Si ${email} appartient à un établissement ici, un lien de connexion est en route. Il fonctionne une fois, pendant 10 minutes, dans ce navigateur.`,
  sentAgain: 'Un autre lien est en route.',
  sentMore:
    'Pas d’e-mail au bout d’une minute ? Vérifiez vos courriers indésirables et l’adresse. Nous envoyons au plus cinq liens par heure à une adresse.',
  signIn: 'Se connecter',
  signingIn: 'Connexion en cours …',
  toSignIn: 'Retour à la connexion',
  withMail: 'Se connecter par e-mail',
  withPasskey: 'Se connecter avec une clé d’accès',
  withProvider: (name) => `Se connecter avec ${name}`,
};
