import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import { retry } from '@venue-booking/kit/concurrency/retry';
import type { Log } from '@venue-booking/kit/logging/log';
import { startWorker, type Worker } from '@venue-booking/kit/scheduling/worker';
import { toEuro } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { toBooking } from '../../core/bookingView.ts';
import { openOf } from '../../core/changedPrice.ts';
import type { BookingDatabase } from '../../database.ts';
import { type MailedBooking, readBookings } from '../queue/mailStore.ts';
import { DRAIN_MS, GIVE_UP_MS, PREPARE_MS, RECORDING } from '../queue/retries.ts';
import type { VenueRecipients } from '../queue/venueRecipients.ts';
import { isCurrent } from '../texts/mailKind.ts';
import { type MailTransport, SendFailure } from '../transport/mailTransport.ts';
import { encode } from '../transport/mime.ts';
import type { NoticeKind } from './queueVenueNotices.ts';
import { composeVenueMail, type ListedBooking } from './venueMail.ts';
import {
  claimVenues,
  deleteNotices,
  deleteOldNotices,
  type Notice,
  readNotices,
} from './venueNoticeStore.ts';

/** Pause between two mails to a venue, for at most 12 an hour. Must exceed the time that sending takes. */
const PAUSE_MS = 5 * 60_000;
/** Polling interval in ms. Each poll reads the queued notices of all venues. */
const POLL_MS = 5000;
/**
 * Number of contact addresses that a venue may reach beyond its recipient limit. A venue at its limit still
 * gets its notices, and a venue that keeps changing its address reaches few strangers.
 */
const CONTACTS = 5;
/** Mails sent concurrently. Few, because guests' mail uses the same connections. */
const MAX_CONCURRENT = 2;
/** Maximum number of bookings that a mail lists; the rest are counted. */
const LISTED = 100;

export type VenueMailerDeps = {
  database: BookingDatabase;
  transport: MailTransport;
  contactOf: (venueId: number) => Promise<VenueContact>;
  from: string;
  publicUrl: string;
  /** The venues' recipient limits. */
  recipients: Pick<VenueRecipients, 'allowRecipient'>;
  log: Log;
  pollMs?: number;
};

/**
 * Mails venues about their bookings until stopped. All notices of a venue go into one mail, followed by a
 * pause of some minutes, or until the next day if the venue wants a daily mail. Several replicas may run.
 * After a failure the mail is composed again after the pause, with new notices.
 */
export function startVenueMailer(deps: VenueMailerDeps): Worker {
  const { database, log, pollMs = POLL_MS } = deps;
  return startWorker<number>({
    ...{ name: 'mail to venues', log, pollMs, drainMs: DRAIN_MS },
    maxConcurrent: () => MAX_CONCURRENT,
    claim: (limit) => claimVenues(database, { limit, pauseMs: PAUSE_MS }),
    work: (venueId, breakOff) => notifyVenue(deps, venueId, breakOff),
  });
}

async function notifyVenue(deps: VenueMailerDeps, venueId: number, breakOff: AbortSignal): Promise<void> {
  const { database, transport, from, publicUrl, log } = deps;
  const contact = await runInCall(newCall(PREPARE_MS), () => deps.contactOf(venueId));
  const notices = await readNotices(database, venueId);
  const { contactEmail } = contact;
  if (
    contactEmail !== null &&
    !(await deps.recipients.allowRecipient(venueId, contact, contactEmail, CONTACTS))
  ) {
    log.warn({ venueId }, 'mail to a venue waits: the venue has mailed as many people as it may in a day');
    return deleteOldNotices(database, venueId, GIVE_UP_MS);
  }
  const kinds = kindOfEach(notices);
  const listed =
    contactEmail === null ? [] : await readListed(database, venueId, [...kinds].slice(0, LISTED));
  if (contactEmail !== null && listed.length > 0) {
    const message = composeVenueMail({
      ...{ venueId, from, publicUrl, at: new Date() },
      contact: { ...contact, contactEmail },
      bookings: listed,
      more: Math.max(0, kinds.size - LISTED),
    });
    try {
      await transport.send(encode(message), breakOff);
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      log.warn({ venueId, note: error.message }, 'mail to a venue not sent');
      if (error.kind !== 'permanent') return deleteOldNotices(database, venueId, GIVE_UP_MS);
    }
  }
  const ids = listed.map(({ booking }) => ({ venueId, bookingId: booking.id }));
  await retry(async () => {
    // An erasure that ran while the mail was composed may have found nothing to delete yet.
    const still = await readBookings(database, ids);
    if (still.some((row) => row?.erasedAt !== null)) await transport.delete([{ venueId, bookingId: 0 }]);
    await deleteNotices(database, venueId, notices);
  }, RECORDING);
}

/** The most important notice of each booking. */
export function kindOfEach(notices: Notice[]): Map<number, NoticeKind> {
  const weight: Record<NoticeKind, number> = { changed: 0, new: 1, unpaid: 2, cancelled: 3 };
  const kinds = new Map<number, NoticeKind>();
  for (const { bookingId, kind } of notices) {
    const other = kinds.get(bookingId);
    if (other === undefined || weight[kind] > weight[other]) kinds.set(bookingId, kind);
  }
  return kinds;
}

/** Order of the notices in a mail. */
const ORDER: NoticeKind[] = ['new', 'changed', 'unpaid', 'cancelled'];

/**
 * The current bookings of these notices. Omits erased guests, and new bookings that were cancelled meanwhile
 * if the venue gets no notice of cancellations.
 */
async function readListed(
  database: BookingDatabase,
  venueId: number,
  kinds: [bookingId: number, kind: NoticeKind][],
): Promise<ListedBooking[]> {
  const rows = await readBookings(
    database,
    kinds.map(([bookingId]) => ({ venueId, bookingId })),
  );
  const isTrue = (kind: NoticeKind, row: MailedBooking) =>
    row.erasedAt === null && (kind === 'cancelled' || isCurrent('confirmed', row.status));
  return kinds
    .flatMap(([, kind], at) => {
      const row = rows[at];
      return row && isTrue(kind, row) ? [{ kind, row }] : [];
    })
    .sort(
      (a, b) =>
        ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.row.startsAt.getTime() - b.row.startsAt.getTime(),
    )
    .map(({ kind, row }) => ({
      kind,
      booking: toBooking(row),
      paid: row.paymentStatus === 'paid',
      openEur: toEuro(openOf(row)),
    }));
}
