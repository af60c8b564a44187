import type { connect as en } from '../../en/settings/connect.ts';

export const connect: typeof en = {
  connectWith: (provider) => `Mit ${provider} verbinden`,
  why: (provider) =>
    `Sie melden sich bei ${provider} an und erteilen den Zugriff. Sie müssen keine Schlüssel kopieren.`,
  testMode: 'Im Testmodus, ohne echtes Geld',
  slowMethods: 'Auch Überweisungen zulassen (sie dauern Tage)',
  choose: 'Wählen Sie das Profil, an das Gäste bezahlen',
  chooseMore: (name) =>
    `${name} hat mehrere Profile. Das Profil bestimmt Name und Website, die Gäste beim Bezahlen sehen.`,
  use: 'Dieses Profil verwenden',
  waiting: (provider) => `${provider} lässt noch keine Zahlungen zu`,
  waitingMore: 'Wir verknüpfen das Konto automatisch, sobald es Zahlungen empfangen kann.',
  organization: 'Unternehmen',
  states: {
    needs_data: 'Beim Anbieter fehlen noch Angaben.',
    in_review: 'Der Anbieter prüft die Angaben.',
    complete: 'Die Angaben sind vollständig.',
  },
  payments: 'Empfängt Zahlungen',
  noPayments: 'Noch keine Zahlungen',
  payouts: 'Zahlt aus',
  noPayouts: 'Noch keine Auszahlungen',
  complete: (provider) => `Bei ${provider} fortfahren`,
  check: 'Erneut prüfen',
  giveUp: 'Verbindung abbrechen',
  givenUp: 'Verbindung abgebrochen.',
  linked: 'Konto verbunden. Gäste können online bezahlen.',
  declined: 'Sie haben keinen Zugriff erteilt. Es wurde nichts geändert.',
  again: 'Der Link ist abgelaufen. Verbinden Sie das Konto erneut, um fortzufahren.',
  failed: 'Die Verbindung ist fehlgeschlagen. Es wurde nichts geändert. Versuchen Sie es erneut.',
  orByHand: 'Oder geben Sie Zugangsdaten selbst ein',
  unlinkMore: (provider) =>
    `Neue Buchungen können nicht mehr online bezahlt werden. Der Zugriff auf ${provider} endet, sobald keine Zahlungen mehr offen sind. Danach erstatten Sie frühere Zahlungen im Dashboard von ${provider} oder verbinden das Konto erneut.`,
};
