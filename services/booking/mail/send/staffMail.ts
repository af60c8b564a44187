import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { formatDay } from '@venue-booking/domain/wording/formats';
import { abortAfter } from '@venue-booking/kit/concurrency/abortAfter';
import { currentOrNewCall } from '@venue-booking/kit/concurrency/callContext';
import { retry } from '@venue-booking/kit/concurrency/retry';
import type { Log } from '@venue-booking/kit/logging/log';
import type { StaffMail } from '@venue-booking/proto/mail/staffMail';
import { composeOfPlatform, inHeader } from '../compose/compose.ts';
import { guestTexts, staffTexts } from '../texts/mailTexts.ts';
import { fill } from '../texts/plainText.ts';
import { type MailTransport, type Message, SendFailure } from '../transport/mailTransport.ts';
import { encode } from '../transport/mime.ts';

/** Attempts per mail, so that a closed connection does not lose it. */
const TRIES = 3;
const PAUSE_MS = 500;
/** Timeout for all attempts, unless the caller's deadline is earlier. */
const BUDGET_MS = 30_000;

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
  { kind, to, language, url, venueName, reason = '', date }: StaffMail,
  from: string,
  at: Date,
): Message {
  const venue = inHeader(venueName ?? '');
  const { subject, title, lead, link } = staffTexts[language].mails[kind];
  return composeOfPlatform({
    // Venue 0, because it contains no guest data.
    ...{ venueId: 0, to, from, at },
    parts: {
      locale: language,
      subject: fill(subject, { venue }),
      title: fill(title, { venue }),
      greeting: guestTexts[language].labels.greeting,
      body: [
        fill(lead, { venue, reason, date: date ? formatDay(localAt(date.timezone, date.at), language) : '' }),
      ],
      rows: [],
      links: [[link, url]],
    },
  });
}
