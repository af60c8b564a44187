import type { payments as en } from '../../en/settings/payments.ts';

export const payments: typeof en = {
  none: 'Online-Zahlungen sind noch nicht eingerichtet. Buchungen werden ohne Zahlung bestätigt.',
  live: 'Live',
  testMode: 'Testmodus: kein echtes Geld',
  account: 'Konto',
  noFee: 'Die Plattform erhebt keine Gebühr.',
  fee: (percent, fixed) =>
    `Die Plattform berechnet ${percent} und ${fixed} pro Buchung. Nur der Betreiber der Plattform kann das ändern.`,
  test: 'Konto testen',
  works: 'Das Konto funktioniert',
  tryIt: 'Zahlen Sie jetzt, wie ein Gast es täte. Es ist Testgeld und gehört zu keiner Buchung.',
  liveTested:
    'Der Anbieter akzeptiert die Zugangsdaten. Eine Testzahlung im Live-Modus würde echtes Geld kosten, deshalb entfällt sie.',
  pay: (amount) => `${amount} Testgeld zahlen`,
  outcome: {
    open: (amount) => `Die Testzahlung über ${amount} ist noch nicht bezahlt.`,
    paid: (amount) => `Die Testzahlung über ${amount} war erfolgreich. Gäste können online bezahlen.`,
    failed: (amount) => `Die Testzahlung über ${amount} ist fehlgeschlagen.`,
    canceled: (amount) => `Die Testzahlung über ${amount} wurde abgebrochen.`,
    expired: (amount) => `Die Testzahlung über ${amount} ist abgelaufen.`,
  },
  askAgain: 'Erneut prüfen',
  notAsked: 'Der Status der Testzahlung kann gerade nicht geladen werden.',
  relink: 'Anderes Konto verknüpfen',
  unlink: 'Verknüpfung lösen',
  unlinked: 'Verknüpfung gelöst.',
  unlinkMore:
    'Neue Buchungen können nicht mehr online bezahlt werden. Frühere Zahlungen lassen sich weiterhin erstatten.',
  link: 'Konto verknüpfen',
  linked: 'Konto verknüpft.',
  provider: 'Zahlungsanbieter',
  sandboxHint: 'Zum Testen: Es fließt kein echtes Geld.',
  how: 'Verknüpfen mit',
  byKey: 'API-Schlüssel',
  byAccount: 'Konto-ID',
  byNothing: 'Ohne Zugangsdaten',
  apiKeyHint:
    'Erstellen Sie einen im Mollie-Dashboard unter Developers > API access tokens (früher API keys). Mollie zeigt ihn nur einmal. Ein Testschlüssel beginnt mit test_, ein Live-Schlüssel mit live_.',
  apiKey: 'API-Schlüssel',
  accountIdHint:
    'Nur der Betreiber der Plattform kann ein neues Konto verknüpfen, weil die ID nicht beweist, wem es gehört. Senden Sie ihm diese ID.',
  accountId: 'Konto-ID',
  slowMethods: 'Auch Überweisungen zulassen (sie dauern Tage)',
  secretHint: 'Wird verschlüsselt gespeichert und nie wieder angezeigt.',
  feePercent: 'Plattformgebühr, in Prozent',
  feeBearer: 'Gebühr, die der Anbieter bei einer Erstattung nicht zurückgibt',
  feeBearerHint: 'Mollie gibt Ihre Gebühr nicht zurück, wenn ein Gast Geld zurückbekommt. Stripe schon.',
  feeBearerSame: 'Wie bisher',
  feeBearers: { venue: 'Der Betrieb trägt sie', platform: 'Die Plattform trägt sie' },
  feeFixed: 'Plattformgebühr, in Euro pro Buchung',
  feeHint: 'Leer: Die Gebühr bleibt gleich.',
};
