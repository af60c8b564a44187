import type { PaymentFailure } from '../payment.ts';

/** German texts of {@link paymentFailures}. */
export const payment: Record<PaymentFailure, string> = {
  credentials_refused: '{provider} akzeptiert diese Zugangsdaten nicht: {reason}.',
  fee_not_carried: '{provider} kann mit diesen Zugangsdaten die Plattformgebühr nicht bezahlen: {reason}.',
  account_by_operator:
    'Eine Konto-ID von {provider} beweist nicht, wem das Konto gehört. Bitten Sie den Betreiber der Plattform, es zu verknüpfen.',
  provider_off: '{provider} ist auf dieser Plattform nicht aktiviert: {reason}.',
  provider_unavailable: '{provider} antwortet zurzeit nicht. Versuchen Sie es gleich noch einmal.',
  desk_payment_too_much: 'Von dieser Buchung sind nur noch {open} offen.',
  desk_refund_too_much: 'An der Kasse können höchstens {left} zurückgegeben werden.',
  desk_payment_not_found: 'Zahlung an der Kasse nicht gefunden.',
  connection_not_found: 'Für diesen Betrieb gibt es kein Konto bei einem Zahlungsanbieter auszuwählen.',
  connect_expired:
    'Diese Verknüpfung mit {provider} ist abgelaufen oder wurde in einem anderen Browser begonnen. Beginnen Sie neu in den Zahlungseinstellungen.',
  nothing_open: 'Für diese Buchung ist nichts mehr offen.',
  payment_link_late:
    'Der offene Betrag kann bis zum Beginn der Buchung online bezahlt werden. Kassieren Sie ihn am Empfang.',
  payment_link_early:
    'Offene Beträge können eine Stunde nach dem Update online bezahlt werden. Versuchen Sie es später erneut.',
  no_online_payment:
    'Dieser Betrieb nimmt keine Online-Zahlungen an. Verknüpfen Sie zuerst ein Zahlungskonto.',
  till_closed: 'Dieser Tag wurde bereits abgeschlossen. Was Sie jetzt erfassen, zählt für den nächsten Tag.',
  till_not_begun: 'Dieser Tag hat noch nicht begonnen und kann nicht abgeschlossen werden.',
  refund_too_much: 'Es können höchstens {left} erstattet werden.',
};
