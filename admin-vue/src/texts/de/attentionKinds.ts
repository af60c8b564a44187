import type { attentionKinds as en } from '../en/attentionKinds.ts';

export const attentionKinds: typeof en = {
  payment_mismatch: {
    title: 'Eine Zahlung passt nicht zur Buchung',
    advice:
      'Vergleichen Sie den Betrag mit der Zahlung im Dashboard Ihres Zahlungsanbieters. Erstatten Sie, was zu viel gezahlt wurde.',
  },
  webhook_mismatch: {
    title: 'Eine Meldung des Zahlungsanbieters stimmt nicht',
    advice:
      'Prüfen Sie, ob die Zahlung im Dashboard Ihres Zahlungsanbieters steht. Wenn nicht, können Sie dies ignorieren.',
  },
  checkout_refused: {
    title: 'Der Zahlungsanbieter hat eine Zahlung abgelehnt',
    advice:
      'Der Gast konnte nicht bezahlen. Prüfen Sie Ihr Konto beim Anbieter und bitten Sie den Gast dann, es erneut zu versuchen.',
  },
  refund_failed: {
    title: 'Eine Erstattung ist fehlgeschlagen',
    advice:
      'Wiederholen Sie die Erstattung in der Buchung, oder erstatten Sie auf anderem Weg und informieren Sie den Gast.',
  },
  refund_elsewhere: {
    title: 'Über den Zahlungsanbieter wurde erstattet',
    advice:
      'Die Erstattung wurde nicht hier vorgenommen. Prüfen Sie, ob sie beabsichtigt war, und stornieren Sie die Buchung, falls sie nicht mehr gilt.',
  },
  chargeback: {
    title: 'Eine Zahlung wurde zurückgebucht, oder eine Rückbuchung wurde aufgehoben',
    advice:
      'Reagieren Sie im Dashboard Ihres Zahlungsanbieters auf die Reklamation und entscheiden Sie, ob die Buchung bestehen bleibt. Geld aus einer aufgehobenen Rückbuchung wird nicht automatisch erstattet.',
  },
  payment_surplus: {
    title: 'Ein Gast hat mehr bezahlt, als offen war',
    advice:
      'Die Differenz wird automatisch erstattet. Prüfen Sie, ob die Buchung den richtigen Betrag zeigt.',
  },
  account_linked: {
    title: 'Gäste zahlen jetzt auf ein neues Konto',
    advice:
      'Prüfen Sie, ob dies das Konto Ihres Betriebs ist. Falls Sie es nicht erwartet haben, trennen Sie es unter Einstellungen > Zahlungen.',
  },
  account_restricted: {
    title: 'Der Zahlungsanbieter hat Ihr Konto eingeschränkt',
    advice:
      'Geben Sie dem Anbieter die fehlenden Angaben: Öffnen Sie Einstellungen > Zahlungen und machen Sie dort weiter. Bis dahin können Gäste möglicherweise nicht bezahlen oder Sie erhalten keine Auszahlungen.',
  },
  account_disconnected: {
    title: 'Ihr Zahlungskonto ist nicht mehr verknüpft',
    advice:
      'Jemand mit Zugang zum Konto hat die Verknüpfung aufgehoben. Neue Buchungen werden ohne Zahlung bestätigt, bis Sie unter Einstellungen > Zahlungen ein Konto verknüpfen.',
  },
  account_refused: {
    title: 'Ihr Zahlungsanbieter akzeptiert Ihr Konto nicht',
    advice:
      'Gäste können nicht online bezahlen. Verbinden Sie das Konto unter Einstellungen erneut oder prüfen Sie es im Dashboard Ihres Zahlungsanbieters. Die Plätze bleiben bis zur Zahlungsfrist reserviert.',
  },
  token_expires: {
    title: 'Das Zugriffstoken für Mollie läuft ab',
    advice:
      'Ein eingefügtes Token gilt nur eine Stunde. Verbinden Sie Ihr Konto unter Einstellungen mit Mollie, damit Gäste weiterhin bezahlen können.',
  },
  dead_letter: {
    title: 'Ein Ereignis konnte nicht verarbeitet werden',
    advice: 'Der Betreiber der Plattform kann es wiederholen. Sie brauchen nichts zu tun.',
  },
  domain_missing: {
    title: 'Der DNS-Eintrag Ihrer Domain fehlt',
    advice:
      'Fügen Sie den Eintrag dort wieder hinzu, wo Sie Ihre Domain verwalten. Sie finden ihn unter „Einstellungen“. Nach 14 Tagen ohne Eintrag können Gäste auf dieser Domain nicht mehr buchen.',
  },
  guest_at_cap: {
    title: 'Ein Gast belegt einen großen Teil Ihrer Plätze',
    advice:
      'Bei einem Stammgast kann das in Ordnung sein. Wenn Sie den Gast nicht kennen, stornieren Sie die Buchungen.',
  },
  address_at_cap: {
    title: 'Ein Internetanschluss belegt einen großen Teil Ihrer Plätze',
    advice:
      'Es kann eine Firma oder eine Schule sein. Wenn Sie keinen dieser Gäste kennen, stornieren Sie die Buchungen.',
  },
  network_at_cap: {
    title: 'Ein Netzwerk belegt einen großen Teil Ihrer Plätze',
    advice:
      'Viele Gäste können sich dieses Netzwerk teilen. Wenn Sie keinen von ihnen kennen, stornieren Sie die Buchungen.',
  },
  plan_limit: {
    title: 'Ein Limit Ihres Tarifs ist fast erreicht',
    advice:
      'Siehe Einstellungen > Tarif. Bitten Sie den Betreiber der Plattform rechtzeitig um einen anderen Tarif. Buchungen über die Zahl pro Monat hinaus werden nie abgelehnt.',
  },
  mail_waits: {
    title: 'E-Mails verzögern sich: Ihr Betrieb hat das Tageslimit erreicht',
    advice:
      'Sie werden automatisch gesendet, sobald das Limit es zulässt, und nach 3 Tagen verworfen. Rufen Sie Gäste an, deren Buchung bald ansteht. Um das Limit aufzuheben, bitten Sie den Betreiber der Plattform, Ihren Betrieb als vertrauenswürdig einzustufen.',
  },
};
