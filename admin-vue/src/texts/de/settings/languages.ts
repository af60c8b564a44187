import type { languages as en } from '../../en/settings/languages.ts';

export const languages: typeof en = {
  intro: (own) =>
    `Gäste lesen Ihre Texte in ihrer eigenen Sprache. Fehlt eine Übersetzung, lesen sie den Text auf ${own}.`,
  language: 'Sprache',
  nl: 'Niederländisch',
  en: 'Englisch',
  de: 'Deutsch',
  fr: 'Französisch',
  none: 'Fügen Sie zuerst ein Angebot hinzu. Seine Texte erscheinen dann hier.',
  progress: (language, done, all) => `${language}: ${done} von ${all} Texten übersetzt.`,
  complete: (language) => `${language} ist vollständig.`,
  missingCount: (count) => (count === 1 ? '1 fehlt' : `${count} fehlen`),
  allThere: 'Vollständig',
  missing: 'Fehlt',
  translationOf: (original) => `Übersetzung von: ${original}`,
  name: 'Name',
  description: 'Beschreibung',
  category: 'Gästekategorie',
  bundle: 'Gruppenkarte',
  rule: 'Preisregel',
  addOn: 'Extra',
  question: 'Frage',
  option: 'Option',
  questions: 'Zusätzliche Fragen',
  mails: 'E-Mails',
  mailsMore: (language) =>
    `Diese E-Mails haben Sie selbst geschrieben, aber nicht auf ${language}. Gäste erhalten dort unseren Standardtext.`,
  save: 'Speichern',
  saved: 'Gespeichert.',
  unsaved: 'Noch nicht gespeichert',
};
