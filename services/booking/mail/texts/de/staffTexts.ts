import { LINK_MINUTES } from '@venue-booking/proto/auth/session';
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
    invitation: {
      subject: '{venue} hat Sie hinzugefügt',
      title: 'Sie können bei {venue} loslegen',
      lead: '{venue} hat Sie zu Venue Booking hinzugefügt. Dort sehen Sie Buchungen und checken Gäste ein. Melden Sie sich mit dieser E-Mail-Adresse an: Sie erhalten dann einen Anmeldelink per E-Mail. Ein Passwort brauchen Sie nicht. Wenn Sie {venue} nicht kennen, können Sie diese E-Mail ignorieren.',
      link: 'Zur Anmeldung',
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
