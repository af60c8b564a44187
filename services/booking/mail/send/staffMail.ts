import { abortAfter } from '@venue-booking/kit/concurrency/abortAfter';
import { currentOrNewCall } from '@venue-booking/kit/concurrency/callContext';
import { retry } from '@venue-booking/kit/concurrency/retry';
import type { Log } from '@venue-booking/kit/logging/log';
import { LINK_MINUTES } from '@venue-booking/proto/auth/session';
import type { StaffMail } from '@venue-booking/proto/mail/staffMail';
import type { Locale } from '@venue-booking/proto/primitives';
import { composeOfPlatform, inHeader } from '../compose/compose.ts';
import { labels } from '../texts/mailWords.ts';
import { fill } from '../texts/plainText.ts';
import { type MailTransport, type Message, SendFailure } from '../transport/mailTransport.ts';
import { encode } from '../transport/mime.ts';

/** Attempts per mail, so that a closed connection does not lose it. */
const TRIES = 3;
const PAUSE_MS = 500;
/** Timeout for all attempts, unless the caller's deadline is earlier. */
const BUDGET_MS = 30_000;

type Words = { subject: string; title: string; lead: string; link: string };

/** Texts of each kind of mail; `{venue}` is a placeholder. */
const words: Record<Locale, Record<StaffMail['kind'], Words>> = {
  nl: {
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
  },
  en: {
    sign_in: {
      subject: 'Your sign-in link',
      title: 'Sign in to Venue Booking',
      lead: `This link signs you in. It works once, within ${LINK_MINUTES} minutes, in the browser where you requested it. If you did not request it, you can ignore this e-mail: nobody can sign in without the link.`,
      link: 'Sign in',
    },
    invitation: {
      subject: '{venue} has added you',
      title: 'You can get started at {venue}',
      lead: '{venue} has added you to Venue Booking. There you can view bookings and check in guests. Sign in with this e-mail address: you get a sign-in link by e-mail. You do not need a password. If you do not know {venue}, you can ignore this e-mail.',
      link: 'Go to the sign-in page',
    },
    passkey_added: {
      subject: 'A passkey was added',
      title: 'You can now sign in with a passkey',
      lead: 'A passkey was added to your account. It signs you in without a sign-in link. If you did not add it, remove the passkey and sign out on all devices.',
      link: 'View your passkeys',
    },
  },
};

/** Sends a mail to a person at a venue while the caller waits. Returns whether it was sent. */
export async function sendStaffMail(
  { transport, from, log }: { transport: MailTransport; from: string; log: Log },
  mail: StaffMail,
): Promise<boolean> {
  const message = encode(composeStaffMail(mail, from, new Date()));
  try {
    await abortAfter(currentOrNewCall(BUDGET_MS).deadlineAt - Date.now(), (late) =>
      retry(() => transport.send(message, late), {
        attempts: TRIES,
        when: (error) => !late.aborted && error instanceof SendFailure && error.kind !== 'permanent',
        pauseMs: (tried) => PAUSE_MS * tried,
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    log.warn({ kind: mail.kind, note: error.message }, 'mail to staff not sent');
    return false;
  }
}

/** The mail in the reader's language, as plain text and as HTML. */
export function composeStaffMail(
  { kind, to, language, url, venueName }: StaffMail,
  from: string,
  at: Date,
): Message {
  const venue = inHeader(venueName ?? '');
  const { subject, title, lead, link } = words[language][kind];
  return composeOfPlatform({
    // Venue 0, because it contains no guest data.
    ...{ venueId: 0, to, from, at },
    parts: {
      locale: language,
      subject: fill(subject, { venue }),
      title: fill(title, { venue }),
      greeting: `${labels[language].greeting},`,
      body: [fill(lead, { venue })],
      rows: [],
      links: [[link, url]],
    },
  });
}
