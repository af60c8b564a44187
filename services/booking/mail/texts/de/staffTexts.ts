import { LINK_MINUTES } from '@venue-booking/proto/auth/session';
import { INVITATION_DAYS, SIGN_UP_MINUTES } from '@venue-booking/proto/auth/signUp';
import { FEED_MEGABYTES } from '@venue-booking/proto/booking/calendarFeed';
import { countsText } from '../countsText.ts';
import type { StaffTexts } from '../nl/staffTexts.ts';

/** German texts for people at a venue: sign-in, notices of bookings, calendar feeds. */
export const de: StaffTexts = {
  mails: {
    sign_in: {
      subject: 'Ihr Anmeldelink',
      title: 'Anmelden bei Venue Booking',
      lead: `Mit diesem Link melden Sie sich an. Er funktioniert einmal, innerhalb von ${LINK_MINUTES} Minuten und nur in dem Browser, in dem Sie ihn angefordert haben. Wenn Sie keinen Link angefordert haben, können Sie diese E-Mail ignorieren: Ohne den Link kann sich niemand anmelden.`,
      link: 'Anmelden',
    },
    sign_up: {
      subject: 'Legen Sie Ihren Betrieb an',
      title: 'Legen Sie Ihren Betrieb an',
      lead: `Dieser Link führt zu der Seite, auf der Sie Ihren Betrieb benennen. Er funktioniert einmal, innerhalb von ${SIGN_UP_MINUTES} Minuten. Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren: Ohne den Link wird nichts angelegt.`,
      link: 'Betrieb anlegen',
    },
    sign_up_invitation: {
      subject: 'Ihre Einladung zu Venue Booking',
      title: 'Sie sind eingeladen, Ihren Betrieb anzulegen',
      lead: `Mit Venue Booking nehmen Sie Online-Buchungen an. Dieser Link führt zu der Seite, auf der Sie Ihren Betrieb benennen. Er funktioniert einmal, innerhalb von ${INVITATION_DAYS} Tagen. Wenn Sie ihn nicht erwartet haben, können Sie diese E-Mail ignorieren.`,
      link: 'Betrieb anlegen',
    },
    invitation: {
      subject: '{venue} hat Sie hinzugefügt',
      title: 'Sie können bei {venue} loslegen',
      lead: '{venue} hat Sie zu Venue Booking hinzugefügt. Dort sehen Sie Buchungen und checken Gäste ein. Melden Sie sich mit dieser E-Mail-Adresse an: Sie erhalten dann einen Anmeldelink per E-Mail. Ein Passwort brauchen Sie nicht. Wenn Sie {venue} nicht kennen, können Sie diese E-Mail ignorieren.',
      link: 'Zur Anmeldung',
    },
    operator_invitation: {
      subject: 'Sie sind Betreiber von Venue Booking',
      title: 'Sie können die Plattform verwalten',
      lead: 'Sie sind jetzt Betreiber dieser Plattform von Venue Booking. Melden Sie sich mit dieser E-Mail-Adresse an: Sie erhalten einen Anmeldelink per E-Mail. Ein Passwort brauchen Sie nicht. Fügen Sie nach der Anmeldung einen Passkey hinzu. Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.',
      link: 'Zur Anmeldeseite',
    },
    passkey_added: {
      subject: 'Ein Passkey wurde hinzugefügt',
      title: 'Sie können sich jetzt mit einem Passkey anmelden',
      lead: 'Ihrem Konto wurde ein Passkey hinzugefügt. Damit melden Sie sich ohne Anmeldelink an. Wenn Sie das nicht waren, entfernen Sie den Passkey und melden Sie sich auf allen Geräten ab.',
      link: 'Passkeys ansehen',
    },
    account_refused: {
      subject: 'Gäste von {venue} können zurzeit nicht bezahlen',
      title: 'Ihr Zahlungsanbieter akzeptiert Ihr Konto nicht',
      lead: 'Ihr Zahlungsanbieter akzeptiert das Konto von {venue} nicht mehr. Gäste können deshalb nicht online bezahlen. Ihre Plätze bleiben bis zur Zahlungsfrist reserviert. Verbinden Sie das Konto erneut oder prüfen Sie es beim Anbieter. Sobald es wieder funktioniert, können Gäste bezahlen.',
      link: 'Zu den Zahlungseinstellungen',
    },
    suspended: {
      subject: '{venue} nimmt vorübergehend keine Online-Buchungen an',
      title: 'Ihr Betrieb ist gesperrt',
      lead: 'Der Betreiber der Plattform hat {venue} gesperrt. Gäste können deshalb nicht online buchen. Tickets, Stornierungen, laufende Zahlungen und der Check-in funktionieren weiter, und Sie können das Dashboard weiter nutzen. Der Grund: {reason}',
      link: 'Zum Dashboard',
    },
    resumed: {
      subject: '{venue} nimmt wieder Online-Buchungen an',
      title: 'Ihr Betrieb ist nicht mehr gesperrt',
      lead: 'Der Betreiber der Plattform hat {venue} wieder freigegeben. Gäste können wieder online buchen, wenn Ihr Betrieb live ist.',
      link: 'Zum Dashboard',
    },
    deleted: {
      subject: '{venue} ist gelöscht',
      title: 'Ihr Betrieb ist gelöscht',
      lead: 'Der Betreiber der Plattform hat {venue} gelöscht. Gäste finden den Betrieb nicht mehr und können nicht mehr buchen. Bis {date} können Sie die Daten ansehen und exportieren. Danach werden sie endgültig gelöscht, außer dem, was gesetzlich aufzubewahren ist: Rechnungen und Zahlungen. Ist das ein Irrtum, wenden Sie sich vor diesem Datum an den Betreiber der Plattform.',
      link: 'Daten ansehen und exportieren',
    },
    restored: {
      subject: '{venue} ist wiederhergestellt',
      title: 'Ihr Betrieb ist wiederhergestellt',
      lead: 'Der Betreiber der Plattform hat {venue} mit allen Daten wiederhergestellt. Gäste können wieder online buchen, wenn Ihr Betrieb live ist.',
      link: 'Zum Dashboard',
    },
  },
  notices: {
    title: {
      new: 'Neue Buchung',
      changed: 'Buchung geändert',
      cancelled: 'Buchung storniert',
      unpaid: 'Buchung nicht ganz bezahlt',
    },
    lead: {
      new: 'Sie haben eine neue Buchung.',
      changed: 'Eine Buchung wurde geändert. Dies sind die aktuellen Angaben:',
      cancelled: 'Eine Buchung wurde storniert. Die Plätze sind wieder frei.',
      unpaid:
        'Der Gast hat den Rest dieser Buchung nicht rechtzeitig bezahlt. Die Buchung ist weiterhin gültig.',
    },
    short: { new: 'Neu', changed: 'Geändert', cancelled: 'Storniert', unpaid: 'Nicht ganz bezahlt' },
    titleOfMany: 'Ihre Buchungen',
    leadOfMany: (venue) => `Diese Buchungen bei ${venue} sind neu, geändert oder storniert.`,
    subjectOfMany: ({ more, ...counts }) =>
      `Buchungen: ${countsText([
        [counts.new, 'neu'],
        [counts.changed, 'geändert'],
        [counts.cancelled, 'storniert'],
        [counts.unpaid, 'nicht ganz bezahlt'],
        [more, 'weitere'],
      ])}`,
    more: (count) =>
      count === 1
        ? '1 weitere Buchung ist hier nicht aufgeführt. Sie finden sie in Ihrem Dashboard.'
        : `${count} weitere Buchungen sind hier nicht aufgeführt. Sie finden sie in Ihrem Dashboard.`,
    toBooking: 'Buchung ansehen',
    toBookings: 'Buchungen ansehen',
    toSettings: 'E-Mail-Benachrichtigungen ändern',
  },
  feed: {
    summary: (count) =>
      count === 1
        ? '1 weitere Buchung steht nicht in diesem Kalender'
        : `${count} weitere Buchungen stehen nicht in diesem Kalender`,
    why: `Der Kalender hat seine maximale Größe von ${FEED_MEGABYTES} MB erreicht. Alle Buchungen sehen Sie im Dashboard:`,
  },
};
