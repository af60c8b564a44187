import type { signUp as en } from '../en/signUp.ts';

export const signUp: typeof en = {
  accept:
    'J’accepte les conditions de cette plateforme et j’ai lu comment elle traite les données personnelles',
  as: 'Vous vous inscrivez avec',
  askAgain: 'Demander un nouveau lien',
  closed:
    'Vous ne pouvez pas vous inscrire ici vous-même. Demandez une invitation à l’opérateur de cette plateforme.',
  country: 'Pays',
  create: 'Créer l’établissement',
  email: 'Votre adresse e-mail',
  example: 'Commencer avec un exemple',
  exampleHint: 'Une prestation avec des horaires et un prix. Vous pourrez la modifier ou la supprimer.',
  haveAccount: 'Vous avez déjà un compte ?',
  isFree: 'Ce nom est libre',
  isTaken: 'Ce nom est déjà pris',
  language: 'Langue des clients',
  lead: 'Recevez des réservations sur votre propre site. Saisissez votre adresse e-mail : nous vous envoyons un lien vers la page où vous créez votre établissement. Aucun mot de passe n’est nécessaire.',
  linkOver: 'Ce lien n’est plus valable',
  linkOverMore:
    'Un lien fonctionne une fois, et seulement un certain temps. Demandez-en un nouveau, ou demandez une autre invitation à l’opérateur.',
  lookInMail: 'Consultez vos e-mails',
  made: (name: string) => `${name} a été créé`,
  name: 'Nom de l’établissement',
  nameVenue: 'Nommez votre établissement',
  noExample: 'Aucun exemple',
  otherAddress: 'Utiliser une autre adresse',
  privacy: 'Confidentialité',
  sendLink: 'Envoyer le lien',
  sending: 'Envoi en cours…',
  sent: (email: string) => `Un lien a été envoyé à ${email}. Il fonctionne une fois, pendant une heure.`,
  sentMore:
    'Pas d’e-mail après une minute ? Vérifiez vos courriers indésirables et l’adresse. Nous envoyons au plus trois liens par heure à une adresse.',
  signIn: 'Se connecter',
  signInMore: (email: string) =>
    `${email} a déjà un compte. Connectez-vous avec ce compte pour configurer l’établissement.`,
  slug: 'Nom dans les liens',
  slugHint:
    'Pour les liens vers votre établissement. Minuscules, chiffres et tirets. Vous ne pourrez plus le modifier.',
  terms: 'Conditions',
  timezone: 'Fuseau horaire',
  title: 'Créez votre établissement',
  use: (slug: string) => `Utiliser ${slug}`,
};
