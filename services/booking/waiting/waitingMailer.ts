import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { formatDay, formatMoment } from '@venue-booking/domain/wording/formats';
import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import { retry } from '@venue-booking/kit/concurrency/retry';
import type { Log } from '@venue-booking/kit/logging/log';
import { startWorker, type Worker } from '@venue-booking/kit/scheduling/worker';
import { CONFIRM_HOURS } from '@venue-booking/proto/booking/waitingList';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import type { LinkUrl } from '../core/linkedBooking.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { composeOfVenue } from '../mail/compose/compose.ts';
import { type MailParts, venueParts } from '../mail/compose/mailParts.ts';
import type { mailboxRateLimit } from '../mail/queue/mailboxRateLimit.ts';
import { DRAIN_MS, delayAfter, GIVE_UP_MS, PREPARE_MS, RECORDING } from '../mail/queue/retries.ts';
import type { WaitingMailKind } from '../mail/texts/mailKind.ts';
import { guestTexts, PRODUCT, waitingTexts } from '../mail/texts/mailTexts.ts';
import { fill, onOneLine } from '../mail/texts/plainText.ts';
import { type MailTransport, type Message, SendFailure } from '../mail/transport/mailTransport.ts';
import { encode } from '../mail/transport/mime.ts';
import { type Entry, findEntries } from './waitingStore.ts';

export type WaitingMailerDeps = {
  database: BookingDatabase;
  transport: MailTransport;
  contactOf: (venueId: number) => Promise<VenueContact>;
  /** The link of the mail, which confirms the entry and answers an offer. */
  offerUrl: LinkUrl;
  /** Whether the recipient's daily limit allows a mail; counts it. */
  allowMail: ReturnType<typeof mailboxRateLimit>;
  from: string;
  log: Log;
  pollMs?: number;
};

/** A claimed mail: the entry, with the facility's name in the language of the guest. */
type Claimed = Entry & { facilityName: string };

/** When the mail was queued, which may be long after the entry was made. */
const queuedAt = ({ mailQueuedAt, createdAt }: Claimed): Date => mailQueuedAt ?? createdAt;

/** Mails sent concurrently. */
const MAX_CONCURRENT = 5;
const LEASE_MS = 120_000;

/**
 * Sends the mail that is due about entries of waiting lists until stopped. An entry has one mail at a time: a
 * change of its state replaces a mail that is not sent yet. Several replicas may run.
 */
export function startWaitingMailer(deps: WaitingMailerDeps): Worker {
  const { database, log, pollMs = 1000 } = deps;
  return startWorker<Claimed>({
    ...{ name: 'mail to waiting guests', log, pollMs, drainMs: DRAIN_MS },
    maxConcurrent: () => MAX_CONCURRENT,
    claim: (limit) => claimMail(database, limit),
    work: (mail, breakOff) => sendMail(deps, mail, breakOff),
  });
}

async function claimMail(database: BookingDatabase, limit: number): Promise<Claimed[]> {
  const claimed = await database.$queryRaw<{ id: bigint }[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM booking.waiting WHERE mail IS NOT NULL AND mail_next_at <= now()::timestamptz(3)
      ORDER BY mail_next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    UPDATE booking.waiting w SET mail_attempts = mail_attempts + 1, mail_next_at = now() + ${LEASE_MS} * interval '1 millisecond'
    FROM due WHERE w.id = due.id RETURNING w.id`;
  if (claimed.length === 0) return [];
  const entries = await findEntries(
    database,
    Prisma.sql`w.id = ANY(${claimed.map(({ id }) => id)}::bigint[]) AND w.mail IS NOT NULL`,
    limit,
  );
  const facilities = await database.$queryRaw<
    { id: number; name: string; names: Record<string, string> | null }[]
  >`
    SELECT id, name, names FROM booking.facility WHERE id = ANY(${entries.map(({ facilityId }) => facilityId)}::integer[])`;
  return entries.map((entry) => {
    const facility = facilities.find(({ id }) => id === entry.facilityId);
    return { ...entry, facilityName: facility?.names?.[entry.locale] ?? facility?.name ?? '' };
  });
}

async function sendMail(deps: WaitingMailerDeps, mail: Claimed, breakOff: AbortSignal): Promise<void> {
  const { transport, log } = deps;
  const about = { mail: mail.mailId, kind: mail.mail, attempt: mail.mailAttempts };
  try {
    const message = await runInCall(newCall(PREPARE_MS), () => prepare(deps, mail));
    if (message === null) return await recordEnd(deps, mail);
    await transport.send(encode(message), breakOff);
  } catch (error) {
    const isFinal = error instanceof SendFailure && error.kind === 'permanent';
    const note = error instanceof SendFailure ? error.message : 'could not be made';
    if (isFinal || Date.now() - queuedAt(mail).getTime() > GIVE_UP_MS) {
      log.warn({ ...about, note }, 'mail given up');
      return recordEnd(deps, mail);
    }
    log.info({ ...about, note }, 'mail not sent yet');
    return recordRetry(deps, mail);
  }
  await retry(async () => {
    // An erasure that ran while the mail was composed may have found nothing to delete yet.
    const [entry] = await findEntries(deps.database, Prisma.sql`w.id = ${mail.id}`, 1);
    if (!entry || entry.erasedAt !== null) await transport.delete([{ venueId: mail.venueId, bookingId: 0 }]);
    await recordEnd(deps, mail);
  }, RECORDING);
}

/** The message; null if it must not be sent any more, or if the recipient has had too many mails today. */
async function prepare(deps: WaitingMailerDeps, mail: Claimed): Promise<Message | null> {
  const { venueId, mailId, customerEmail, offerUntil } = mail;
  const kind = mail.mail as WaitingMailKind;
  if (customerEmail === '' || mailId === null) return null;
  if (kind === 'offer' && (offerUntil === null || offerUntil.getTime() <= Date.now())) return null;
  const contact = await deps.contactOf(venueId);
  const counted = { venueId, id: mailId, kind, counted: mail.mailCounted, resent: false, byGuest: false };
  if (!(await deps.allowMail(counted, { customerEmail, paymentStatus: null }))) {
    deps.log.info({ mail: mailId, kind }, 'too many mails to this address today');
    return null;
  }
  await deps.database.$executeRaw`
    UPDATE booking.waiting SET mail_counted = true WHERE id = ${mail.id} AND mail_id = ${mailId}::uuid`;
  const url = await deps.offerUrl(mail);
  return composeOfVenue({
    of: { venueId, bookingId: 0, mailId, createdAt: queuedAt(mail) },
    ...{ contact, from: deps.from, to: customerEmail, ownUrl: url, calendar: null },
    parts: partsOf(mail, { kind, contact, url }),
  });
}

/** The content of a mail about an entry. */
export function partsOf(
  mail: Pick<Claimed, 'locale' | 'facilityName' | 'day' | 'slotId' | 'offerSlotId' | 'offerUntil' | 'people'>,
  { kind, contact, url }: { kind: WaitingMailKind; contact: VenueContact; url: string },
): MailParts {
  const locale = mail.locale as Locale;
  const { mails, reason } = waitingTexts[locale];
  const { labels: label } = guestTexts[locale];
  const slotId = Number(mail.offerSlotId ?? mail.slotId);
  const start = slotId === 0 ? null : localAt(contact.timezone, parseSlotId(slotId)?.startsAt ?? 0);
  const day = formatDay(start ?? `${mail.day}T00:00`, locale);
  const venue = onOneLine(contact.name);
  const facility = onOneLine(mail.facilityName);
  const until = mail.offerUntil
    ? formatMoment(localAt(contact.timezone, mail.offerUntil.getTime()), locale)
    : '';
  const values = { venue, facility, day, until, hours: String(CONFIRM_HOURS) };
  const { subject, title, lead, link } = mails[kind];
  return {
    locale,
    subject: fill(subject, values),
    title: fill(title, values),
    greeting: label.greeting,
    own: null,
    info: null,
    body: [fill(lead, values)],
    rows: [
      [label.what, facility],
      [label.when, start === null ? day : formatMoment(start, locale)],
      [label.people, String(mail.people)],
    ],
    links: [[link, url]],
    ...venueParts(contact, url),
    reason: fill(reason, { venue, platform: PRODUCT, host: new URL(url).host }),
  };
}

/** Ends a mail, unless another one has replaced it. */
const recordEnd = async (
  { database }: Pick<WaitingMailerDeps, 'database'>,
  { id, mailId }: Claimed,
): Promise<void> => {
  await database.$executeRaw`
    UPDATE booking.waiting SET mail = NULL, mail_next_at = NULL WHERE id = ${id} AND mail_id = ${mailId}::uuid`;
};

const recordRetry = async (
  { database }: Pick<WaitingMailerDeps, 'database'>,
  { id, mailId, mailAttempts }: Claimed,
): Promise<void> => {
  await database.$executeRaw`
    UPDATE booking.waiting SET mail_next_at = now() + ${delayAfter(mailAttempts, Math.random())} * interval '1 millisecond'
    WHERE id = ${id} AND mail_id = ${mailId}::uuid AND mail_attempts = ${mailAttempts}`;
};
