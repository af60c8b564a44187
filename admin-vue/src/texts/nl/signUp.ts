import type { signUp as en } from '../en/signUp.ts';

export const signUp: typeof en = {
  accept:
    'Ik ga akkoord met de voorwaarden van dit platform en heb gelezen hoe het met persoonsgegevens omgaat',
  as: 'Je meldt je aan als',
  askAgain: 'Nieuwe link aanvragen',
  closed: 'Je kunt je hier niet zelf aanmelden. Vraag de beheerder van dit platform om een uitnodiging.',
  country: 'Land',
  create: 'Locatie aanmaken',
  email: 'Je e-mailadres',
  example: 'Begin met een voorbeeld',
  exampleHint:
    'Een faciliteit met openingstijden en een prijs. Je kunt alles later aanpassen of verwijderen.',
  haveAccount: 'Heb je al een account?',
  isFree: 'Deze naam is vrij',
  isTaken: 'Deze naam is bezet',
  language: 'Taal voor gasten',
  lead: 'Neem boekingen aan op je eigen website. Vul je e-mailadres in: je krijgt een link naar de pagina waar je je locatie aanmaakt. Een wachtwoord is niet nodig.',
  linkOver: 'Deze link is niet meer geldig',
  linkOverMore:
    'Een link werkt één keer, en maar een tijdje. Vraag een nieuwe aan, of vraag de beheerder om een nieuwe uitnodiging.',
  lookInMail: 'Controleer je mail',
  made: (name: string) => `${name} is aangemaakt`,
  name: 'Naam van de locatie',
  nameVenue: 'Geef je locatie een naam',
  noExample: 'Geen voorbeeld',
  otherAddress: 'Ander adres gebruiken',
  privacy: 'Privacybeleid',
  sendLink: 'Link sturen',
  sending: 'Bezig met versturen…',
  sent: (email: string) => `Er is een link onderweg naar ${email}. Die werkt één keer, een uur lang.`,
  sentMore:
    'Na een minuut nog geen mail? Controleer je spammap en het adres. We sturen hooguit drie links per uur naar één adres.',
  signIn: 'Inloggen',
  signInMore: (email: string) => `${email} heeft al een account. Log daarmee in om de locatie in te richten.`,
  slug: 'Naam in links',
  slugHint:
    'Voor links naar je locatie. Kleine letters, cijfers en streepjes. Je kunt deze naam later niet wijzigen.',
  terms: 'Voorwaarden',
  timezone: 'Tijdzone',
  title: 'Maak je locatie aan',
  use: (slug: string) => `${slug} gebruiken`,
};
