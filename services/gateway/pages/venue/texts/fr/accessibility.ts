import type { AccessibilityTexts } from '../nl/accessibility.ts';

export const accessibility: AccessibilityTexts = {
  title: (venue) => `Accessibilité : ${venue}`,
  intro: (venue) =>
    `Chacun doit pouvoir réserver chez ${venue}, y compris en situation de handicap. Cette déclaration concerne cette page, le formulaire de réservation, le billet et les pages où vous modifiez ou annulez une réservation.`,
  venueTitle: 'Sur place',
  statusTitle: 'État de conformité',
  status:
    'Les pages et le formulaire de réservation suivent les WCAG 2.2, niveau AA, et donc le chapitre 9 de la norme européenne EN 301 549.',
  howTitle: 'Comment nous testons',
  how: [
    'Automatiquement avec axe à chaque modification, en clair et en sombre, sur téléphone et ordinateur.',
    'Toutes les étapes au clavier uniquement.',
    'Avec du texte à 200 % et sur des écrans de 320 pixels de large.',
    'En couleurs forcées et avec animations réduites.',
    'Les textes reçus par un lecteur d’écran, étape par étape.',
  ],
  limitsTitle: 'Limites connues',
  limits: [
    'La page de paiement appartient au prestataire de paiement, responsable de son accessibilité.',
    'Pour réserver sur cette page, JavaScript est nécessaire. Sans JavaScript, vous pouvez tout lire ici et réserver par téléphone ou par e-mail.',
    'Les photos et les textes propres à l’établissement viennent de lui.',
  ],
  contactTitle: 'Un problème ?',
  contact: 'Dites-le-nous. Nous vous aidons à réserver et corrigeons le problème.',
  noContact: 'Signalez-le à l’établissement.',
  date: (date) => `Déclaration établie le ${date}.`,
  back: (venue) => `Retour à ${venue}`,
};
