import type { signIn as en } from '../en/signIn.ts';

export const signIn: typeof en = {
  askAgain: 'Nieuwe link aanvragen',
  askHere: 'Hier een nieuwe link aanvragen',
  confirm: 'Inloggen op dit apparaat',
  confirmLead: 'Met deze link log je in als',
  confirmMore:
    'Niet jouw adres? Sluit deze pagina, anders werk je in het account van iemand anders. De link werkt één keer.',
  email: 'E-mailadres',
  ended: 'Je bent niet meer ingelogd. Log opnieuw in om verder te gaan waar je was.',
  instead: (email: string) =>
    `Op dit apparaat is ${email} ingelogd. Log je in met een ander adres, dan wordt dat account uitgelogd.`,
  language: 'Taal',
  lead: 'Je krijgt een inloglink per mail. Een wachtwoord is niet nodig.',
  linkOver: 'Deze link is niet meer geldig',
  linkOverMore: 'Een link werkt één keer, 10 minuten lang. Vraag een nieuwe aan.',
  lookInMail: 'Controleer je mail',
  otherBrowser: 'Open deze link in de browser waarin je hem hebt aangevraagd',
  otherBrowserMore:
    'Voor je veiligheid werkt een link alleen in de browser waarin je hem hebt aangevraagd. Kopieer de link en open hem daar, of vraag hier een nieuwe aan.',
  yourLink: 'Je link',
  operator: 'Inloggen met het beheerderstoken',
  operatorHint:
    'Voor de beheerder van dit platform. npm start toont het token; op een server is het de instelling OPERATOR_TOKEN.',
  operatorNow: 'de beheerder',
  operatorToken: 'Beheerderstoken',
  noVenue: 'Heb je hier nog geen locatie?',
  signUp: 'Maak je locatie aan',
  or: 'of',
  otherAddress: 'Ander adres gebruiken',
  passkeyFailed: 'De passkey kon op dit apparaat niet worden gebruikt. Log in via je mail.',
  passkeyCancelled: 'Inloggen met een passkey is afgebroken. Probeer het opnieuw, of log in via je mail.',
  providerRejected:
    'Het inloggen is afgebroken, of de identity provider stond het niet toe. Probeer het opnieuw, of log in via je mail.',
  sendAgain: 'Nog een link sturen',
  sendLink: 'Inloglink sturen',
  sent: (email: string) =>
    `Hoort ${email} hier bij een locatie, dan is er een inloglink onderweg. Die werkt één keer, 10 minuten lang, in deze browser.`,
  sentAgain: 'Er is nog een link onderweg.',
  sentMore:
    'Na een minuut nog geen mail? Controleer je spammap en het adres. We sturen hooguit vijf links per uur naar één adres.',
  signIn: 'Inloggen',
  signingIn: 'Je wordt ingelogd …',
  toSignIn: 'Terug naar inloggen',
  withMail: 'Inloggen via je mail',
  withPasskey: 'Inloggen met een passkey',
  withProvider: (name: string) => `Inloggen met ${name}`,
};
