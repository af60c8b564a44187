import type { PayLabels, SandboxTexts } from '../nl/pay.ts';

/** German texts of the payment pages. */
export const labels: PayLabels = {
  what: 'Buchung',
  retry: 'Erneut versuchen',
  booking: 'Buchung ansehen',
  bookAgain: 'Neu buchen',
  back: 'Zurück zur Website',
  held: (time, place) =>
    `Wir halten Ihre Plätze bis ${time}\u00a0Uhr frei${place === null ? '' : ` (Uhrzeit in ${place})`}.`,
  waiting: {
    word: 'Einen Moment',
    title: 'Die Zahlung ist zurzeit nicht möglich',
    text: 'Die Zahlungsseite ist nicht erreichbar. Es wurde nichts abgebucht.',
  },
  blocked: {
    word: 'Zurzeit nicht möglich',
    title: 'Bezahlen ist zurzeit nicht möglich',
    text: 'Mit dem Zahlungskonto des Betriebs stimmt etwas nicht. Der Betrieb ist informiert. Es wurde nichts abgebucht.',
  },
  waitingMore: 'Diese Seite versucht es alle paar Sekunden erneut. Sie müssen nichts tun.',
  checking: {
    word: 'Einen Moment',
    title: 'Wir prüfen Ihre Zahlung',
    text: 'Das dauert etwas länger als üblich. Wenn Sie schon bezahlt haben, bezahlen Sie bitte nicht noch einmal.',
  },
  failed: {
    word: 'Nicht bezahlt',
    title: 'Die Zahlung ist fehlgeschlagen',
    text: 'Die Zahlung ist fehlgeschlagen oder wurde abgebrochen. Es wurde nichts abgebucht. Sie können es noch einmal versuchen.',
  },
  late: {
    word: 'Abgelaufen',
    title: 'Die Zahlungsfrist ist abgelaufen',
    text: 'Ihre Plätze wurden freigegeben. Falls Sie doch bezahlt haben, bestätigen wir Ihre Buchung, sofern noch Plätze frei sind. Andernfalls erhalten Sie den vollen Betrag zurück.',
  },
  begun: {
    word: 'Abgelaufen',
    title: 'Die Zahlungsfrist ist abgelaufen',
    text: 'Die gebuchte Zeit hat schon begonnen. Sie können nicht mehr bezahlen. Falls Sie doch bezahlt haben, erhalten Sie den vollen Betrag zurück.',
  },
  later: {
    word: 'Nicht online bezahlt',
    title: 'Die Frist für die Online-Zahlung ist abgelaufen',
    text: 'Ihre Buchung bleibt gültig. Bitte bezahlen Sie den offenen Betrag vor Ort. Falls Sie doch bezahlt haben, verbuchen wir Ihre Zahlung.',
  },
  stands: 'Ihre Buchung bleibt gültig.',
  cancelled: {
    word: 'Storniert',
    title: 'Diese Buchung wurde storniert',
    text: 'Sie müssen nichts mehr bezahlen. Falls Sie doch bezahlt haben, erhalten Sie den vollen Betrag zurück.',
  },
  refused: {
    word: 'Nicht bezahlt',
    title: 'Diese Buchung lässt sich nicht online bezahlen',
    text: 'Der Zahlungsdienst nimmt diese Zahlung nicht an. Bitte wenden Sie sich an den Anbieter.',
  },
};

/** The page of the sandbox provider. */
export const sandbox: SandboxTexts = {
  test: 'Testumgebung: kein echtes Geld',
  title: 'Zahlung',
  choose: 'Wählen Sie, wie diese Testzahlung ausgeht. Es wird nichts abgebucht.',
  outcomes: {
    paid: 'Bezahlt',
    failed: 'Fehlgeschlagen',
    canceled: 'Abgebrochen',
    expired: 'Abgelaufen',
    late: 'Später bezahlt',
  },
  open: 'Offen',
  over: 'Diese Testzahlung ist beendet.',
  late: 'Diese Testzahlung wird später bezahlt, wie bei einer Überweisung.',
  back: 'Zurück zu Ihrer Buchung',
};
