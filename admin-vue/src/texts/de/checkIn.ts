import type { checkIn as en } from '../en/checkIn.ts';

export const checkIn: typeof en = {
  title: 'Check-in',
  scan: 'Tickets scannen',
  stopScan: 'Kamera anhalten',
  starting: 'Die Kamera startet…',
  noCamera:
    'Die Kamera ist nicht verfügbar. Erlauben Sie den Zugriff in den Einstellungen Ihres Browsers, oder suchen Sie unten nach dem Namen.',
  camera: 'Kamerabild. Halten Sie den QR-Code eines Tickets vor die Kamera.',
  find: 'Gast suchen',
  findHint: 'Name oder Buchungsnummer. Ein Handscanner funktioniert auch.',
  noMatch:
    'Kein Gast auf der heutigen Liste gefunden. Prüfen Sie die Schreibweise oder suchen Sie unter „Buchungen“.',
  matches: (count) => (count === 1 ? '1 Gast gefunden' : `${count} Gäste gefunden`),
  moreMatches: (count) =>
    `Die ersten ${count} werden angezeigt. Geben Sie mehr vom Namen ein, um einzugrenzen.`,
  checkIn: 'Einchecken',
  yes: 'Willkommen',
  alreadyIn: 'Eingecheckt',
  double: 'Bereits verwendet',
  doubleOf: ({ day, time, device }) =>
    `Eingecheckt ${day && `am ${day} `}um ${time}${device ? ` an ${device}` : ''}.`,
  unpaid: 'Noch nicht bezahlt',
  unpaidMore: 'Die Plätze sind reserviert, bis diese Buchung bezahlt ist.',
  expired: 'Abgelaufen',
  expiredMore: 'Diese Buchung wurde nicht rechtzeitig bezahlt.',
  cancelled: 'Storniert',
  cancelledMore: 'Diese Buchung wurde storniert.',
  too_early: 'Zu früh',
  too_earlyMore: (from) => `Für diese Buchung ist der Check-in möglich ab ${from}.`,
  unknown: 'Unbekanntes Ticket',
  unknownMore: 'Dieses Ticket gehört zu keiner Buchung dieses Betriebs.',
  unlisted: 'Jetzt nicht prüfbar',
  unlistedMore:
    'Dieses Ticket steht nicht auf der Liste dieses Geräts. Der Scan ist gespeichert und wird geprüft, sobald eine Verbindung besteht.',
  no_ticket: 'Kein Ticket',
  no_ticketMore: 'Scannen Sie den QR-Code auf dem Ticket des Gastes.',
  people: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
  paid: 'Bezahlt',
  free: 'Nichts zu zahlen',
  refunded: 'Erstattet',
  notPaid: (amount) => `Nicht online bezahlt: ${amount}`,
  waiting: (count) => (count === 1 ? '1 Scan noch nicht gesendet' : `${count} Scans noch nicht gesendet`),
  offline: 'Keine Verbindung. Sie können mit der heutigen Gästeliste auf diesem Gerät weitermachen.',
  offlineEmpty:
    'Keine Verbindung, und die heutige Gästeliste ist noch nicht auf diesem Gerät. Verbinden Sie es einmal, um sie zu laden.',
  upToDate: (at, count) => `${count === 1 ? '1 Buchung' : `${count} Buchungen`}, aktualisiert um ${at}`,
  cut: 'Es gibt mehr Buchungen, als dieses Gerät speichern kann. Die übrigen prüft der Server.',
  insecure:
    'Der Check-in braucht eine sichere Adresse (https). Checken Sie Gäste bis dahin in ihrer Buchung ein.',
  correctionsTitle: 'Bitte prüfen',
  correction: (said, now) => `Dieses Gerät zeigte „${said}“, der Server meldet aber „${now}“.`,
  seen: 'Als gesehen markieren',
  someone: 'Ticket, das nicht auf der Liste steht',
  deviceName: 'Name dieses Geräts',
  deviceHint: 'Ihr Team sieht diesen Namen, wenn ein Ticket an diesem Gerät verwendet wurde.',
  ready: 'Halten Sie ein Ticket vor die Kamera, oder suchen Sie einen Gast nach Namen.',
  checking: 'Wird geprüft…',
  undo: 'Rückgängig',
  arrivedOf: (arrived, people) => `${arrived} von ${people} eingetroffen`,
  undone: (name) => `${name} ist nicht mehr eingecheckt.`,
  undoNeedsServer: 'Um einen Check-in zurückzunehmen, brauchen Sie eine Verbindung.',
  unsent:
    'Einige Scans sind noch nicht gesendet. Beim Abmelden würden sie gelöscht. Stellen Sie eine Verbindung her und versuchen Sie es erneut.',
  unkept:
    'Dieser Browser kann keine Scans speichern, zum Beispiel in einem privaten Fenster. Lassen Sie diese Seite offen, bis alle Scans gesendet sind.',
  phone: 'Handy',
};
