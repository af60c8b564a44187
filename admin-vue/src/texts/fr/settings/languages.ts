import type { languages as en } from '../../en/settings/languages.ts';

export const languages: typeof en = {
  intro: (own) =>
    `Les clients lisent vos textes dans leur langue. Si une traduction manque, ils lisent le texte en ${own.toLowerCase()}.`,
  language: 'Langue',
  nl: 'Néerlandais',
  en: 'Anglais',
  de: 'Allemand',
  fr: 'Français',
  none: 'Ajoutez d’abord une prestation. Ses textes apparaîtront ici.',
  progress: (language, done, all) => `${language} : ${done} textes traduits sur ${all}.`,
  complete: (language) => `${language} : tout est traduit.`,
  missingCount: (count) => (count < 2 ? `${count} manquant` : `${count} manquants`),
  allThere: 'Complet',
  missing: 'Manquant',
  translationOf: (original) => `Traduction de : ${original}`,
  name: 'Nom',
  description: 'Description',
  category: 'Catégorie de clients',
  bundle: 'Billet de groupe',
  rule: 'Règle de prix',
  addOn: 'Supplément',
  question: 'Question',
  option: 'Choix',
  questions: 'Questions supplémentaires',
  mails: 'E-mails',
  mailsMore: (language) =>
    `Vous avez écrit ces e-mails vous-même, mais pas en ${language.toLowerCase()}. Les clients reçoivent alors notre texte standard.`,
  save: 'Enregistrer',
  saved: 'Enregistré.',
  unsaved: 'Pas encore enregistré',
};
