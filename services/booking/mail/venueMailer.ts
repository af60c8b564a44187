import { newCall, runInCall } from '@venue-booking/kit/messaging/callContext';
import type { Log } from '@venue-booking/kit/process/log';
import { retry } from '@venue-booking/kit/process/retry';
import { startWorker, type Worker } from '@venue-booking/kit/process/worker';
import type { VenueContact } from '@venue-booking/proto/venue';
import { toBooking } from '../core/bookingView.ts';
import type { BookingDatabase } from '../database.ts';
import { isStillTrue } from './mailKind.ts';
import { type MailedBooking, readBookings } from './mailStore.ts';
import { type MailTransport, SendFailure } from './mailTransport.ts';
import { encode } from './mime.ts';
import type { NoticeKind } from './queueVenueNotices.ts';
import { DRAIN_MS, GIVE_UP_MS, NOTING, PREPARE_MS } from './retries.ts';
import { composeVenueMail, type Told } from './venueMail.ts';
import {
  claimVenues,
  forgetNotices,
  forgetOldNotices,
  type Notice,
  readNotices,
} from './venueNoticeStore.ts';
import type { VenueRecipients } from './venueRecipients.ts';

/** Between two mails to a venue: at most 12 an hour. Longer than sending one takes. */
const PAUSE_MS = 5 * 60_000;
/** Ms between two looks, each of which reads all that waits for all venues. */
const POLL_MS = 5000;
/**
 * Addresses that a venue may be told at when it has mailed as many people as it may: a venue that mails many
 * guests still hears of its bookings, and one that changes its address again and again mails few strangers.
 */
const CONTACTS = 5;
/** Mails on their way at once: few, as guests' mail goes out by the same connections. */
const AT_ONCE = 2;
/** Bookings that a mail lists; the others it counts. */
const LISTED = 100;

export type VenueMailerDeps = {
  database: BookingDatabase;
  transport: MailTransport;
  contactOf: (venueId: number) => Promise<VenueContact>;
  from: string;
  publicUrl: string;
  /** Whom venues may mail. */
  recipients: Pick<VenueRecipients, 'hasTurn'>;
  log: Log;
  pollMs?: number;
};

/**
 * Tells venues of their bookings until stopped: all that waits for a venue in one mail, then no other for
 * some minutes, or until the next day where the venue wants one a day. Any number may run. A mail that is not
 * sent is made anew after those minutes, with what came since.
 */
export function startVenueMailer(deps: VenueMailerDeps): Worker {
  const { database, log, pollMs = POLL_MS } = deps;
  return startWorker<number>({
    ...{ name: 'mail to venues', log, pollMs, drainMs: DRAIN_MS },
    atOnce: () => AT_ONCE,
    claim: (limit) => claimVenues(database, { limit, pauseMs: PAUSE_MS }),
    work: (venueId, breakOff) => tellVenue(deps, venueId, breakOff),
  });
}

async function tellVenue(deps: VenueMailerDeps, venueId: number, breakOff: AbortSignal): Promise<void> {
  const { database, transport, from, publicUrl, log } = deps;
  const contact = await runInCall(newCall(PREPARE_MS), () => deps.contactOf(venueId));
  const notices = await readNotices(database, venueId);
  const { contactEmail } = contact;
  if (contactEmail !== null && !(await deps.recipients.hasTurn(venueId, contact, contactEmail, CONTACTS))) {
    log.warn({ venueId }, 'mail to a venue waits: the venue has mailed as many people as it may in a day');
    return forgetOldNotices(database, venueId, GIVE_UP_MS);
  }
  const kinds = kindOfEach(notices);
  const listed = contactEmail === null ? [] : await tell(database, venueId, [...kinds].slice(0, LISTED));
  if (contactEmail !== null && listed.length > 0) {
    const message = composeVenueMail({
      ...{ venueId, from, publicUrl, at: new Date() },
      contact: { ...contact, contactEmail },
      told: listed,
      more: Math.max(0, kinds.size - LISTED),
    });
    try {
      await transport.send(encode(message), breakOff);
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      log.warn({ venueId, note: error.message }, 'mail to a venue not sent');
      if (error.refusal !== 'refused') return forgetOldNotices(database, venueId, GIVE_UP_MS);
    }
  }
  const ids = listed.map(({ booking }) => ({ venueId, bookingId: booking.id }));
  await retry(async () => {
    // Whoever erased a guest while the mail was being made may have looked for it before it was there.
    const still = await readBookings(database, ids);
    if (still.some((row) => row?.erasedAt !== null)) await transport.forget([{ venueId, bookingId: 0 }]);
    await forgetNotices(database, venueId, notices);
  }, NOTING);
}

/** What each booking is told of as: of several things that happened to one, what matters most. */
export function kindOfEach(notices: Notice[]): Map<number, NoticeKind> {
  const weight: Record<NoticeKind, number> = { changed: 0, new: 1, cancelled: 2 };
  const kinds = new Map<number, NoticeKind>();
  for (const { bookingId, kind } of notices) {
    const other = kinds.get(bookingId);
    if (other === undefined || weight[kind] > weight[other]) kinds.set(bookingId, kind);
  }
  return kinds;
}

/** In the order in which they are listed. */
const ORDER: NoticeKind[] = ['new', 'changed', 'cancelled'];

/**
 * The bookings as they are now. Without those whose guest was erased, and new ones that were cancelled
 * meanwhile where the venue hears nothing of that.
 */
async function tell(
  database: BookingDatabase,
  venueId: number,
  kinds: [bookingId: number, kind: NoticeKind][],
): Promise<Told[]> {
  const rows = await readBookings(
    database,
    kinds.map(([bookingId]) => ({ venueId, bookingId })),
  );
  const isTrue = (kind: NoticeKind, row: MailedBooking) =>
    row.erasedAt === null && (kind === 'cancelled' || isStillTrue('confirmed', row.status));
  return kinds
    .flatMap(([, kind], at) => {
      const row = rows[at];
      return row && isTrue(kind, row) ? [{ kind, row }] : [];
    })
    .sort(
      (a, b) =>
        ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.row.startsAt.getTime() - b.row.startsAt.getTime(),
    )
    .map(({ kind, row }) => ({ kind, booking: toBooking(row), paid: row.paymentStatus === 'paid' }));
}
