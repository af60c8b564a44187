import type { attentionDetails as en } from '../en/attentionDetails.ts';

export const attentionDetails: typeof en = {
  refundDelayed: '€1 kann noch nicht erstattet werden:',
  refundFailed: '€1 konnte nicht erstattet werden:',
  refundElsewhere: 'Beim Anbieter wurden €1 erstattet ($2).',
  chargebackReversed:
    'Die Bank des Zahlers hat eine Rückbuchung von €1 aufgehoben (Zahlung $2). Erstatten Sie den Betrag, wenn die Buchung storniert ist.',
  chargeback: 'Die Bank des Zahlers hat €1 zurückgebucht (Zahlung $2).',
  rejected: 'Der Anbieter hat diese Zahlung abgelehnt:',
  accountRefused: '$1 weist das Konto ab:',
  tokenExpires: 'Das Konto wurde mit einem eingefügten Token verknüpft.',
  otherPayment: 'Der Anbieter meldete Zahlung $1 statt $2.',
  unknownReference: 'Zahlung $1 gehört beim Anbieter nicht zu dieser Buchung ($2).',
  otherReference: 'Zahlung $1 gehört beim Anbieter zu $2 statt zu $3.',
  otherAmount: 'Zahlung $1 lautet auf €2 statt auf €3.',
  otherCurrency: 'Zahlung $1 lautet auf $2 statt auf €3.',
  wasTest: 'Zahlung $1 erfolgte im Testmodus, es ist also kein Geld eingegangen.',
  wasLive: 'Zahlung $1 erfolgte mit echtem Geld, nicht im Testmodus.',
  webhookTest: 'Die Meldung galt dem Testmodus, die Zahlung erfolgte aber mit echtem Geld.',
  webhookLive: 'Die Meldung galt echtem Geld, die Zahlung erfolgte aber im Testmodus.',
  webhookOther: 'Die Meldung galt einer anderen Zahlung.',
  accountLinked: 'Gäste zahlen jetzt auf das Konto $1 bei $2, verknüpft von $3.',
  accountNoPayments: '$1 nimmt keine Zahlungen für das Konto $2 an:',
  accountNoPayouts: '$1 zahlt für das Konto $2 nichts aus:',
  accountDisconnected: 'Die Verknüpfung mit dem Konto $1 wurde bei $2 aufgehoben.',
  domainDown: 'Gäste können unter $1 nicht mehr buchen. Sobald der Eintrag wieder da ist, geht es wieder.',
  domainMissing: 'Der DNS-Eintrag von $1 ist verschwunden.',
  manyBookings:
    'Anstehende Buchungen ohne Online-Zahlung: $1. Unbezahlte Buchungen: $2. E-Mail-Adressen: $3.',
  mailsDelayed: 'Verzögerte E-Mails: $1.',
};
