import { de as wording } from '@venue-booking/domain/wording/de/texts';
import type { Labels, Statuses } from '../nl/guest.ts';

/** German texts of the ticket and of pages without a booking. */
export const labels: Labels = {
  ...wording.labels,
  language: 'Sprache',
  status: 'Status',
  paid: 'Bezahlt',
  refunded: 'Erstattet',
  toReturn: 'Rückzahlung vor Ort',
  open: 'Noch vor Ort zu zahlen',
  openOnline: 'Noch zu zahlen',
  payOpen: (amount) => `Offenen Betrag bezahlen: ${amount}`,
  timesIn: (place) => `Uhrzeiten in ${place}`,
  show: 'Zeigen Sie diesen Code bei Ihrer Ankunft vor.',
  showOncePaid: 'Sobald Sie bezahlt haben, erscheint hier der Code, den Sie bei Ihrer Ankunft vorzeigen.',
  qr: 'QR-Code mit dem Link zu diesem Ticket',
  pay: (amount) => `${amount} bezahlen`,
  held: (moment) =>
    `Wir halten Ihre Plätze bis ${moment} frei. Wenn Sie bis dahin nicht bezahlen, werden sie wieder freigegeben.`,
  payLate:
    'Die Zahlungsfrist ist abgelaufen. Falls Sie doch bezahlt haben, sehen Sie hier in Kürze, ob Ihre Buchung bestätigt ist.',
  checking:
    'Wir prüfen Ihre Zahlung. Diese Seite wird alle paar Sekunden aktualisiert. Wenn Sie schon bezahlt haben, bezahlen Sie bitte nicht noch einmal.',
  oncePaid: (moment) =>
    `Nach der Zahlung können Sie noch bis ${moment} stornieren. Sie erhalten dann den vollen Betrag zurück.`,
  oncePaidTiers: (moment) => `Nach der Zahlung können Sie noch bis ${moment} stornieren.`,
  moneyKept: 'Ihre Zahlung wird nicht erstattet.',
  restKept: (amount) => `Die übrigen ${amount} werden nicht erstattet.`,
  goesBack: 'Sie erhalten den vollen Betrag zurück.',
  partlyBack: (amount) => `Sie erhalten ${amount} Ihrer Zahlung zurück.`,
  wentBack:
    'Ihre Zahlung wurde erstattet. Es kann einige Werktage dauern, bis der Betrag auf Ihrem Konto eingeht.',
  failedBack: 'Die Rückerstattung ist fehlgeschlagen. Der Anbieter ist informiert und kümmert sich darum.',
  addToCalendar: 'In den Kalender eintragen',
  updateCalendar: 'Kalender aktualisieren',
  cancel: 'Buchung stornieren',
  cancelWhat: 'Ihre Plätze werden sofort freigegeben. Das lässt sich nicht rückgängig machen.',
  cancelUnpaid: 'Wenn Sie jetzt stornieren, müssen Sie nichts bezahlen.',
  cancelUntil: (moment) => `Sie können bis ${moment} stornieren.`,
  cancelledUntil: (moment) => `Sie konnten bis ${moment} stornieren.`,
  notOnline: (whom) =>
    `Diese Buchung lässt sich nicht online stornieren. Wenden Sie sich dafür bitte an ${whom}.`,
  cancelGivesBack: (amount) => `Sie erhalten dann ${amount} zurück.`,
  cancelNowGivesBack: (amount) => `Wenn Sie jetzt stornieren, erhalten Sie ${amount} zurück.`,
  cancelNowGivesNothing: 'Wenn Sie jetzt stornieren, erhalten Sie nichts zurück.',
  cancelGivesAllBack: 'Sie erhalten dann den vollen Betrag zurück.',
  confirmCancel: 'Ja, Buchung stornieren',
  changes: 'Für Änderungen wenden Sie sich bitte an den Anbieter.',
  questions: 'Fragen? Wenden Sie sich bitte an den Anbieter.',
  contact: 'Kontakt',
  address: 'Adresse',
  expired: 'Dieser Link ist abgelaufen',
  unknown: 'Dieser Link funktioniert nicht',
  unknownMore:
    'Vielleicht fehlt ein Teil des Links. Öffnen Sie ihn genau so, wie er in Ihrer Bestätigung steht.',
  noPage: 'Diese Seite gibt es nicht',
  noPageMore:
    'Prüfen Sie, ob die Adresse richtig eingegeben ist. Wenn Sie einem Link in einer E-Mail gefolgt sind, öffnen Sie ihn genau so, wie er dort steht.',
  root: 'Dies ist eine Buchungsplattform',
  rootMore:
    'Gäste buchen auf der Website des jeweiligen Anbieters. Wenn Sie selbst Buchungen anbieten, öffnen Sie das Dashboard.',
  dashboard: 'Dashboard',
  apiReference: 'API-Dokumentation',
  problem: 'Es ist ein Fehler aufgetreten',
  tryingAgain: 'Einen Moment, wir versuchen es noch einmal',
};

/** Each status in a word, and its meaning for the guest. */
export const statuses: Statuses = {
  pending_payment: {
    word: 'Zahlung ausstehend',
    meaning: 'Ihre Buchung ist bestätigt, sobald Sie bezahlt haben.',
  },
  confirmed: { word: 'Bestätigt', meaning: '' },
  expired: {
    word: 'Abgelaufen',
    meaning: 'Die Zahlung ist nicht rechtzeitig eingegangen. Ihre Buchung ist nicht mehr gültig.',
  },
  cancelled: { word: 'Storniert', meaning: 'Diese Buchung wurde storniert und ist nicht mehr gültig.' },
  checked_in: { word: 'Eingecheckt', meaning: 'Viel Vergnügen!' },
  no_show: { word: 'Nicht erschienen', meaning: 'Diese Buchung wurde nicht genutzt.' },
};
