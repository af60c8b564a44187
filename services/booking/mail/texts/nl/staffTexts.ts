import { LINK_MINUTES } from '@venue-booking/proto/auth/session';
import { FEED_MEGABYTES } from '@venue-booking/proto/booking/calendarFeed';
import type { StaffMail } from '@venue-booking/proto/mail/staffMail';
import { countsText, type NoticeCounts } from '../countsText.ts';

type Words = { subject: string; title: string; lead: string; link: string };

/** Dutch texts for people at a venue: sign-in, notices of bookings, calendar feeds. */
export const nl = {
  /** Mail to a person; `{venue}` is a placeholder. */
  mails: {
    sign_in: {
      subject: 'Je inloglink',
      title: 'Inloggen bij Venue Booking',
      lead: `Met deze link log je in. De link werkt één keer, binnen ${LINK_MINUTES} minuten, in de browser waarin je hem hebt aangevraagd. Heb je geen link aangevraagd? Dan hoef je niets te doen: zonder de link kan niemand inloggen.`,
      link: 'Inloggen',
    },
    invitation: {
      subject: '{venue} heeft je toegevoegd',
      title: 'Je kunt aan de slag bij {venue}',
      lead: '{venue} heeft je toegevoegd aan Venue Booking. Daar bekijk je boekingen en check je gasten in. Log in met dit e-mailadres: je krijgt dan een inloglink per mail. Een wachtwoord heb je niet nodig. Ken je {venue} niet? Dan hoef je niets te doen.',
      link: 'Naar de inlogpagina',
    },
    passkey_added: {
      subject: 'Er is een passkey toegevoegd',
      title: 'Je kunt nu inloggen met een passkey',
      lead: 'Aan je account is een passkey toegevoegd. Daarmee log je in zonder inloglink. Heb jij dit niet gedaan? Verwijder de passkey dan en log uit op alle apparaten.',
      link: 'Passkeys bekijken',
    },
    account_refused: {
      subject: 'Gasten van {venue} kunnen nu niet betalen',
      title: 'Je betaalprovider accepteert je account niet',
      lead: 'Je betaalprovider accepteert het account van {venue} niet meer. Gasten kunnen daardoor niet online betalen. Hun plaatsen blijven vastgehouden tot de betaaltermijn. Koppel het account opnieuw, of controleer het bij je betaalprovider. Zodra het weer werkt, kunnen gasten betalen.',
      link: 'Naar de betaalinstellingen',
    },
  } satisfies Record<StaffMail['kind'], Words>,
  /** Notices to the venue's contact. */
  notices: {
    title: {
      new: 'Nieuwe boeking',
      changed: 'Boeking gewijzigd',
      cancelled: 'Boeking geannuleerd',
      unpaid: 'Boeking niet helemaal betaald',
    },
    lead: {
      new: 'Je hebt een nieuwe boeking.',
      changed: 'Er is een boeking gewijzigd. Dit zijn de huidige gegevens:',
      cancelled: 'Er is een boeking geannuleerd. De plaatsen zijn weer vrij.',
      unpaid: 'De gast heeft de rest van deze boeking niet op tijd betaald. De boeking is nog geldig.',
    },
    /** Labels in a list of bookings. */
    short: { new: 'Nieuw', changed: 'Gewijzigd', cancelled: 'Geannuleerd', unpaid: 'Niet helemaal betaald' },
    titleOfMany: 'Je boekingen',
    leadOfMany: (venue: string) => `Deze boekingen bij ${venue} zijn nieuw, gewijzigd of geannuleerd.`,
    subjectOfMany: ({ more, ...counts }: NoticeCounts) =>
      `Boekingen: ${countsText([
        [counts.new, 'nieuw'],
        [counts.changed, 'gewijzigd'],
        [counts.cancelled, 'geannuleerd'],
        [counts.unpaid, 'niet helemaal betaald'],
        [more, 'meer'],
      ])}`,
    more: (count: number) =>
      count === 1
        ? 'Er is nog 1 boeking die hier niet staat. Je vindt die in je dashboard.'
        : `Er zijn nog ${count} boekingen die hier niet staan. Je vindt ze in je dashboard.`,
    toBooking: 'Bekijk de boeking',
    toBookings: 'Bekijk je boekingen',
    toSettings: 'Meldingen per mail instellen',
  },
  /** The last entry of a full calendar feed. */
  feed: {
    summary: (count: number) => `Nog ${count} boekingen staan niet in deze agenda`,
    why: `De agenda heeft zijn maximale grootte van ${FEED_MEGABYTES} MB. Bekijk alle boekingen in het dashboard:`,
  },
};

/** The texts that every language has. */
export type StaffTexts = typeof nl;
