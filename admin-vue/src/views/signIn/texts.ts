import type { Texts } from '../../locale.ts';

const en = {
  askAgain: 'Ask for a new link',
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
  linkOverMore: 'A link works once, for 15 minutes. Ask for a new one; it is with you in a moment.',
  lookInMail: 'Check your mail',
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
    `If somebody at ${email} works at a venue here, a link is on its way. It works once, for 15 minutes.`,
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
    linkOverMore: 'Een link werkt één keer, 15 minuten lang. Vraag een nieuwe aan; die heb je zo.',
    lookInMail: 'Kijk in je mail',
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
      `Als iemand met het adres ${email} hier bij een locatie werkt, is er een link onderweg. Die werkt één keer, 15 minuten lang.`,
    sentAgain: 'Er is nog een link onderweg.',
    sentMore:
      'Na een minuut nog niets? Kijk bij de ongewenste mail, en of het adres klopt. Per uur gaan er hooguit vijf links naar één adres.',
    signIn: 'Inloggen',
    withMail: 'Inloggen via je mail',
    withPasskey: 'Inloggen met een passkey',
  },
};
