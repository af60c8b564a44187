import type { suspension as en } from '../en/suspension.ts';

export const suspension: typeof en = {
  isDeleted: 'Gelöscht',
  isSuspended: 'Gesperrt',
  restorableUntil: (date) => `Sie können den Betrieb bis ${date} wiederherstellen.`,
  suspended: 'Dieser Betrieb ist gesperrt.',
  suspendedMore:
    'Gäste können nicht online buchen. Tickets, Stornierungen, laufende Zahlungen und der Check-in funktionieren weiter.',
  reasonIs: 'Grund des Betreibers der Plattform:',
  resume: 'Sperre aufheben',
  resumed: 'Der Betrieb ist nicht mehr gesperrt.',
  ask: 'Sperren…',
  title: (name) => `${name} sperren?`,
  more: 'Gäste können nicht mehr online buchen. Bestehende Buchungen, Tickets, Stornierungen, laufende Zahlungen und der Check-in funktionieren weiter. Die Inhaber erhalten eine E-Mail mit dem Grund.',
  reason: 'Grund für die Inhaber',
  reasonHint: 'Steht im Dashboard des Betriebs und in der E-Mail.',
  suspend: 'Betrieb sperren',
  done: (name) => `${name} ist gesperrt.`,
  deleted: 'Dieser Betrieb ist gelöscht.',
  deletedMore: (date) =>
    `Gäste finden den Betrieb nicht mehr. Bis ${date} können die Daten angesehen und exportiert werden. Danach werden sie gelöscht, außer Rechnungen und Zahlungen.`,
  restoreMore: 'Der Betreiber der Plattform kann ihn bis dahin wiederherstellen.',
  restore: 'Betrieb wiederherstellen',
  restored: 'Der Betrieb ist mit allen Daten wiederhergestellt.',
  askToDelete: 'Löschen…',
  deleteTitle: (name) => `${name} löschen?`,
  deleteMore: (days) =>
    `Gäste finden den Betrieb nicht mehr. Die Personen des Betriebs können die Daten ansehen und exportieren, aber nicht ändern. Sie können ihn ${days} Tage lang wiederherstellen. Danach werden die Daten endgültig gelöscht, außer Rechnungen und Zahlungen. Die Inhaber erhalten eine E-Mail mit dem Datum.`,
  typeSlug: (slug) => `Geben Sie zur Bestätigung ${slug} ein`,
  wrongSlug: 'Das ist nicht der Slug des Betriebs.',
  remove: 'Betrieb löschen',
  removed: (name, date) => `${name} ist gelöscht. Sie können den Betrieb bis ${date} wiederherstellen.`,
};
