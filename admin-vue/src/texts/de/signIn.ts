import type { signIn as en } from '../en/signIn.ts';

export const signIn: typeof en = {
  askAgain: 'Neuen Link anfordern',
  askHere: 'Hier einen neuen Link anfordern',
  confirm: 'Auf diesem Gerät anmelden',
  confirmLead: 'Mit diesem Link melden Sie sich an als',
  confirmMore:
    'Nicht Ihre Adresse? Schließen Sie diese Seite, sonst arbeiten Sie in einem fremden Konto. Der Link funktioniert einmal.',
  email: 'E-Mail-Adresse',
  ended: 'Sie sind nicht mehr angemeldet. Melden Sie sich erneut an, um dort weiterzumachen, wo Sie waren.',
  instead: (email) =>
    `${email} ist auf diesem Gerät angemeldet. Wenn Sie sich mit einer anderen Adresse anmelden, wird diese Person abgemeldet.`,
  language: 'Sprache',
  lead: 'Wir senden Ihnen einen Anmeldelink per E-Mail. Sie brauchen kein Passwort.',
  linkOver: 'Dieser Link ist nicht mehr gültig',
  linkOverMore: 'Ein Link funktioniert einmal, 10 Minuten lang. Fordern Sie einen neuen an.',
  lookInMail: 'Sehen Sie in Ihr Postfach',
  otherBrowser: 'Öffnen Sie diesen Link in dem Browser, in dem Sie ihn angefordert haben',
  otherBrowserMore:
    'Zu Ihrer Sicherheit funktioniert ein Link nur in dem Browser, der ihn angefordert hat. Kopieren Sie den Link und öffnen Sie ihn dort, oder fordern Sie hier einen neuen an.',
  yourLink: 'Ihr Link',
  operator: 'Mit dem Betreiber-Token anmelden',
  operatorHint:
    'Für den Betreiber dieser Plattform. npm start gibt den Token aus; auf einem Server ist es die Einstellung OPERATOR_TOKEN.',
  operatorNow: 'Der Betreiber',
  operatorToken: 'Betreiber-Token',
  noVenue: 'Haben Sie hier noch keinen Betrieb?',
  signUp: 'Legen Sie Ihren Betrieb an',
  or: 'oder',
  otherAddress: 'Andere Adresse verwenden',
  passkeyFailed: 'Der Passkey konnte auf diesem Gerät nicht verwendet werden. Melden Sie sich per E-Mail an.',
  passkeyCancelled:
    'Die Anmeldung mit Passkey wurde abgebrochen. Versuchen Sie es erneut, oder melden Sie sich per E-Mail an.',
  providerRejected:
    'Die Anmeldung wurde abgebrochen, oder der Identitätsanbieter hat sie nicht zugelassen. Versuchen Sie es erneut, oder melden Sie sich per E-Mail an.',
  sendAgain: 'Weiteren Link senden',
  sendLink: 'Anmeldelink senden',
  sent: (email) =>
    `Wenn ${email} hier zu einem Betrieb gehört, ist ein Anmeldelink unterwegs. Er funktioniert einmal, 10 Minuten lang, in diesem Browser.`,
  sentAgain: 'Ein weiterer Link ist unterwegs.',
  sentMore:
    'Nach einer Minute noch keine E-Mail? Prüfen Sie den Spam-Ordner und die Adresse. Wir senden höchstens fünf Links pro Stunde an eine Adresse.',
  signIn: 'Anmelden',
  signingIn: 'Sie werden angemeldet …',
  toSignIn: 'Zurück zur Anmeldung',
  withMail: 'Per E-Mail anmelden',
  withPasskey: 'Mit einem Passkey anmelden',
  withProvider: (name) => `Mit ${name} anmelden`,
};
