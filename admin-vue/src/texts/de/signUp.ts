import type { signUp as en } from '../en/signUp.ts';

export const signUp: typeof en = {
  accept:
    'Ich stimme den Bedingungen dieser Plattform zu und habe gelesen, wie sie mit personenbezogenen Daten umgeht',
  as: 'Sie registrieren sich als',
  askAgain: 'Neuen Link anfordern',
  closed:
    'Hier können Sie sich nicht selbst registrieren. Bitten Sie den Betreiber dieser Plattform um eine Einladung.',
  country: 'Land',
  create: 'Betrieb anlegen',
  email: 'Ihre E-Mail-Adresse',
  example: 'Mit einem Beispiel beginnen',
  exampleHint: 'Ein Angebot mit Öffnungszeiten und einem Preis. Sie können es später ändern oder entfernen.',
  haveAccount: 'Haben Sie schon ein Konto?',
  isFree: 'Dieser Name ist frei',
  isTaken: 'Dieser Name ist vergeben',
  language: 'Sprache für Gäste',
  lead: 'Nehmen Sie Buchungen auf Ihrer eigenen Website an. Geben Sie Ihre E-Mail-Adresse ein: Sie erhalten einen Link zu der Seite, auf der Sie Ihren Betrieb anlegen. Ein Passwort ist nicht nötig.',
  linkOver: 'Dieser Link ist nicht mehr gültig',
  linkOverMore:
    'Ein Link funktioniert einmal und nur eine gewisse Zeit. Fordern Sie einen neuen an oder bitten Sie den Betreiber um eine neue Einladung.',
  lookInMail: 'Prüfen Sie Ihre E-Mails',
  made: (name: string) => `${name} wurde angelegt`,
  name: 'Name des Betriebs',
  nameVenue: 'Benennen Sie Ihren Betrieb',
  noExample: 'Kein Beispiel',
  otherAddress: 'Andere Adresse verwenden',
  privacy: 'Datenschutz',
  sendLink: 'Link senden',
  sending: 'Wird gesendet…',
  sent: (email: string) => `Ein Link ist unterwegs an ${email}. Er funktioniert einmal, eine Stunde lang.`,
  sentMore:
    'Nach einer Minute noch keine E-Mail? Prüfen Sie den Spam-Ordner und die Adresse. Wir senden höchstens drei Links pro Stunde an eine Adresse.',
  signIn: 'Anmelden',
  signInMore: (email: string) =>
    `${email} hat schon ein Konto. Melden Sie sich damit an, um den Betrieb einzurichten.`,
  slug: 'Name in Links',
  slugHint:
    'Für Links zu Ihrem Betrieb. Kleinbuchstaben, Ziffern und Bindestriche. Er lässt sich später nicht ändern.',
  terms: 'Nutzungsbedingungen',
  timezone: 'Zeitzone',
  title: 'Legen Sie Ihren Betrieb an',
  use: (slug: string) => `${slug} verwenden`,
};
