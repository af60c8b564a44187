import type { share as en } from '../../en/settings/share.ts';

export const share: typeof en = {
  more: 'Vos clients peuvent réserver sur votre page, même si vous n’avez pas de site web. Partagez son adresse partout où l’on vous trouve.',
  notLive:
    'Votre établissement n’accepte pas encore de réservations en ligne. La page annonce une ouverture prochaine.',
  address: 'Adresse de votre page',
  open: 'Ouvrir la page',
  facility: 'Prestation',
  facilityHint: 'La page s’ouvre sur cette prestation.',
  anyFacility: 'Au choix du client',
  day: 'Jour',
  dayHint: 'Facultatif. La page s’ouvre sur ce jour.',
  code: 'QR code qui ouvre votre page',
  codeFile: 'QR code (SVG)',
  posterPdf: 'Affiche (PDF)',
  posterSvg: 'Affiche (SVG)',
  places: 'Où la partager',
  google: 'Fiche d’établissement Google',
  googleSteps: [
    'Connectez-vous, cherchez votre établissement sur Google et choisissez « Modifier le profil ».',
    'Sous « Coordonnées », indiquez l’adresse comme site web si vous n’en avez pas.',
    'Choisissez « Réservations », puis « Ajouter un lien », et collez l’adresse. Vos clients voient alors un bouton pour réserver.',
  ],
  instagram: 'Instagram',
  instagramSteps: [
    'Ouvrez votre profil et choisissez « Modifier le profil ».',
    'Choisissez « Liens », puis « Ajouter un lien externe », et collez l’adresse.',
    'Pour une story, choisissez le sticker de lien et collez l’adresse.',
  ],
  signature: 'Signature d’e-mail',
  signatureMore: 'Collez ce code au format HTML dans la signature de votre messagerie.',
  signatureText: (venue) => `Réservez en ligne : ${venue}`,
};
