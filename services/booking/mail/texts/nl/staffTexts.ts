import { LINK_MINUTES } from '@venue-booking/proto/auth/session';
import { INVITATION_DAYS, SIGN_UP_MINUTES } from '@venue-booking/proto/auth/signUp';
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
    sign_up: {
      subject: 'Maak je locatie aan',
      title: 'Maak je locatie aan',
      lead: `Met deze link kom je op de pagina waar je je locatie een naam geeft. De link werkt één keer, binnen ${SIGN_UP_MINUTES} minuten. Heb je dit niet aangevraagd? Dan kun je deze mail negeren: zonder de link wordt er niets aangemaakt.`,
      link: 'Locatie aanmaken',
    },
    sign_up_invitation: {
      subject: 'Je uitnodiging voor Venue Booking',
      title: 'Je bent uitgenodigd om je locatie aan te maken',
      lead: `Met Venue Booking neem je online boekingen aan. Met deze link kom je op de pagina waar je je locatie een naam geeft. De link werkt één keer, binnen ${INVITATION_DAYS} dagen. Verwachtte je dit niet? Dan kun je deze mail negeren.`,
      link: 'Locatie aanmaken',
    },
    invitation: {
      subject: '{venue} heeft je toegevoegd',
      title: 'Je kunt aan de slag bij {venue}',
      lead: '{venue} heeft je toegevoegd aan Venue Booking. Daar bekijk je boekingen en check je gasten in. Log in met dit e-mailadres: je krijgt dan een inloglink per mail. Een wachtwoord heb je niet nodig. Ken je {venue} niet? Dan hoef je niets te doen.',
      link: 'Naar de inlogpagina',
    },
    operator_invitation: {
      subject: 'Je bent beheerder van Venue Booking',
      title: 'Je kunt het platform beheren',
      lead: 'Je bent nu beheerder van dit platform van Venue Booking. Log in met dit e-mailadres: je krijgt een inloglink per e-mail. Een wachtwoord heb je niet nodig. Voeg na het inloggen een passkey toe. Verwachtte je deze mail niet? Dan kun je hem negeren.',
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
    suspended: {
      subject: '{venue} neemt tijdelijk geen online boekingen aan',
      title: 'Je locatie is opgeschort',
      lead: 'De beheerder van het platform heeft {venue} opgeschort. Gasten kunnen daardoor niet online boeken. Tickets, annuleringen, lopende betalingen en de check-in blijven werken, en het dashboard kun je blijven gebruiken. De reden: {reason}',
      link: 'Naar het dashboard',
    },
    resumed: {
      subject: '{venue} neemt weer online boekingen aan',
      title: 'Je locatie is niet meer opgeschort',
      lead: 'De beheerder van het platform heeft {venue} weer vrijgegeven. Gasten kunnen weer online boeken als je locatie live staat.',
      link: 'Naar het dashboard',
    },
    deleted: {
      subject: '{venue} is verwijderd',
      title: 'Je locatie is verwijderd',
      lead: 'De beheerder van het platform heeft {venue} verwijderd. Gasten kunnen de locatie niet meer vinden en niet meer boeken. Tot {date} kun je de gegevens bekijken en exporteren. Daarna worden ze definitief gewist, behalve wat volgens de wet bewaard moet blijven: facturen en betalingen. Klopt dit niet? Neem dan vóór die datum contact op met de beheerder van het platform.',
      link: 'Gegevens bekijken en exporteren',
    },
    restored: {
      subject: '{venue} is hersteld',
      title: 'Je locatie is hersteld',
      lead: 'De beheerder van het platform heeft {venue} met alle gegevens hersteld. Gasten kunnen weer online boeken als je locatie live staat.',
      link: 'Naar het dashboard',
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
