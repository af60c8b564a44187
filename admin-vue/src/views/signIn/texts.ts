import type { Texts } from '../../locale.ts';

const en = {
  askAgain: 'Ask for a new link',
  askHere: 'Ask for a new link here',
  confirm: 'Sign in on this device',
  confirmLead: 'With this link you sign in as',
  confirmMore:
    'Is this not your address? Then close this page: you would work in somebody else’s account. Your link works once.',
  email: 'E-mail address',
  ended: 'You are no longer signed in. Sign in again to go on where you were.',
  instead: (email: string) =>
    `${email} is signed in on this device now. Signing in as somebody else ends that.`,
  language: 'Language',
  lead: 'You get a link by mail. You need no password.',
  linkOver: 'This link no longer works',
  linkOverMore: 'A link works once, for 10 minutes. Ask for a new one; it is with you in a moment.',
  lookInMail: 'Check your mail',
  otherBrowser: 'Open this link in the browser where you asked for it',
  otherBrowserMore:
    'A link signs in only the browser that asked for it, so that nobody else can use it. Copy it and open it there, or ask for a new link here.',
  yourLink: 'Your link',
  operator: 'I have the operator token',
  operatorHint:
    'It belongs to whoever runs this platform: npm start prints it; on a server it is the setting OPERATOR_TOKEN.',
  operatorNow: 'The operator',
  operatorToken: 'Operator token',
  or: 'or',
  otherAddress: 'Use another address',
  passkeyFailed: 'This device could not use a passkey. Sign in by mail.',
  passkeyTurnedAway: 'No passkey was used. Try again, or sign in by mail.',
  sendAgain: 'Send another link',
  sendLink: 'Mail me a link',
  sent: (email: string) =>
    `If somebody at ${email} works at a venue here, a link is on its way. It works once, for 10 minutes, in this browser.`,
  sentAgain: 'Another link is on its way.',
  sentMore:
    'Nothing after a minute? Look in your spam folder, and check the address. One address gets at most five links an hour.',
  signIn: 'Sign in',
  withMail: 'Sign in by mail',
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
      'Is dit niet jouw adres? Sluit deze pagina dan: je zou in het account van iemand anders werken. Je link werkt één keer.',
    email: 'E-mailadres',
    ended: 'Je bent niet meer ingelogd. Log opnieuw in, dan ga je verder waar je was.',
    instead: (email: string) =>
      `Op dit apparaat is nu ${email} ingelogd. Als je als iemand anders inlogt, stopt dat.`,
    language: 'Taal',
    lead: 'Je krijgt een link per mail. Een wachtwoord heb je niet nodig.',
    linkOver: 'Deze link werkt niet meer',
    linkOverMore: 'Een link werkt één keer, 10 minuten lang. Vraag een nieuwe aan; die heb je zo.',
    lookInMail: 'Kijk in je mail',
    otherBrowser: 'Open deze link in de browser waarin je hem hebt aangevraagd',
    otherBrowserMore:
      'Een link werkt alleen in de browser waarin je hem hebt aangevraagd, zodat niemand anders er iets aan heeft. Kopieer de link en open hem daar, of vraag hier een nieuwe aan.',
    yourLink: 'Je link',
    operator: 'Ik heb het token van de beheerder',
    operatorHint:
      'Van wie dit platform beheert: npm start toont het; op een server is het de instelling OPERATOR_TOKEN.',
    operatorNow: 'de beheerder',
    operatorToken: 'Token van de beheerder',
    or: 'of',
    otherAddress: 'Ander adres gebruiken',
    passkeyFailed: 'Dit apparaat kon geen passkey gebruiken. Log in via je mail.',
    passkeyTurnedAway: 'Er is geen passkey gebruikt. Probeer het opnieuw, of log in via je mail.',
    sendAgain: 'Nog een link sturen',
    sendLink: 'Mail me een link',
    sent: (email: string) =>
      `Als iemand met het adres ${email} hier bij een locatie werkt, is er een link onderweg. Die werkt één keer, 10 minuten lang, in deze browser.`,
    sentAgain: 'Er is nog een link onderweg.',
    sentMore:
      'Na een minuut nog niets? Kijk bij de ongewenste mail, en of het adres klopt. Per uur gaan er hooguit vijf links naar één adres.',
    signIn: 'Inloggen',
    withMail: 'Inloggen via je mail',
    withPasskey: 'Inloggen met een passkey',
  },
};
