import type { languages as en } from '../../en/settings/languages.ts';

export const languages: typeof en = {
  intro: (own: string) =>
    `Gasten lezen je teksten in hun eigen taal. Ontbreekt een vertaling, dan lezen ze ${own}.`,
  language: 'Taal',
  nl: 'Nederlands',
  en: 'Engels',
  de: 'Duits',
  fr: 'Frans',
  none: 'Voeg eerst iets toe dat gasten kunnen boeken. De teksten staan daarna hier.',
  progress: (language: string, done: number, all: number) =>
    `${language}: ${done} van ${all} teksten vertaald.`,
  complete: (language: string) => `${language} is compleet.`,
  missingCount: (count: number) => (count === 1 ? '1 ontbreekt' : `${count} ontbreken`),
  allThere: 'Compleet',
  missing: 'Ontbreekt',
  translationOf: (original: string) => `Vertaling van: ${original}`,
  name: 'Naam',
  description: 'Beschrijving',
  accessibility: 'Toegankelijkheid',
  visitInfo: 'Route en wat je meeneemt',
  category: 'Gastcategorie',
  bundle: 'Groepskaart',
  rule: 'Prijsregel',
  addOn: 'Extra',
  question: 'Vraag',
  option: 'Optie',
  questions: 'Extra vragen',
  page: 'Je pagina',
  mails: 'Mail',
  mailsMore: (language: string) =>
    `Deze mails heb je zelf geschreven, maar niet in het ${language}. Gasten krijgen daar onze standaardtekst.`,
  save: 'Opslaan',
  saved: 'Opgeslagen.',
  unsaved: 'Nog niet opgeslagen',
};
