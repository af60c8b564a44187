import type { Texts } from '../../locale.ts';

const en = {
  askAgain: 'Request a new link',
  askHere: 'Request a new link here',
  confirm: 'Sign in on this device',
  confirmLead: 'With this link you sign in as',
  confirmMore:
    'Not your address? Close this page, or you will work in someone else’s account. The link works once.',
  email: 'E-mail address',
  ended: 'You are no longer signed in. Sign in again to continue where you were.',
  instead: (email: string) =>
    `${email} is signed in on this device. Signing in with another address signs them out.`,
  language: 'Language',
  lead: 'We send you a sign-in link by e-mail. You don’t need a password.',
  linkOver: 'This link is no longer valid',
  linkOverMore: 'A link works once, for 10 minutes. Request a new one.',
  lookInMail: 'Check your e-mail',
  otherBrowser: 'Open this link in the browser where you requested it',
  otherBrowserMore:
    'For your security, a link only works in the browser that requested it. Copy the link and open it there, or request a new one here.',
  yourLink: 'Your link',
  operator: 'Sign in with the operator token',
  operatorHint:
    'For the operator of this platform. npm start prints the token; on a server it is the setting OPERATOR_TOKEN.',
  operatorNow: 'The operator',
  operatorToken: 'Operator token',
  or: 'or',
  otherAddress: 'Use another address',
  passkeyFailed: 'The passkey could not be used on this device. Sign in by e-mail.',
  passkeyCancelled: 'Signing in with a passkey was cancelled. Try again, or sign in by e-mail.',
  sendAgain: 'Send another link',
  sendLink: 'Send sign-in link',
  sent: (email: string) =>
    `If ${email} belongs to a venue here, a sign-in link is on its way. It works once, for 10 minutes, in this browser.`,
  sentAgain: 'Another link is on its way.',
  sentMore:
    'No e-mail after a minute? Check your spam folder and the address. We send at most five links an hour to one address.',
  signIn: 'Sign in',
  withMail: 'Sign in by e-mail',
  withPasskey: 'Sign in with a passkey',
};

export const texts: Texts<typeof en> = {
  en,
  nl: {
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
    or: 'of',
    otherAddress: 'Ander adres gebruiken',
    passkeyFailed: 'De passkey kon op dit apparaat niet worden gebruikt. Log in via je mail.',
    passkeyCancelled: 'Inloggen met een passkey is afgebroken. Probeer het opnieuw, of log in via je mail.',
    sendAgain: 'Nog een link sturen',
    sendLink: 'Inloglink sturen',
    sent: (email: string) =>
      `Hoort ${email} hier bij een locatie, dan is er een inloglink onderweg. Die werkt één keer, 10 minuten lang, in deze browser.`,
    sentAgain: 'Er is nog een link onderweg.',
    sentMore:
      'Na een minuut nog geen mail? Controleer je spammap en het adres. We sturen hooguit vijf links per uur naar één adres.',
    signIn: 'Inloggen',
    withMail: 'Inloggen via je mail',
    withPasskey: 'Inloggen met een passkey',
  },
};
