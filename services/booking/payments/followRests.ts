import { restDeadline, restStep } from '@venue-booking/domain/payment/restStep';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { RestTerms } from '../core/bookingRules.ts';
import { findBooking } from '../core/bookingStore.ts';
import { cancelBooking, type Deps } from '../core/cancelBooking.ts';
import { unpaidOf } from '../core/changedPrice.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma, type Booking as Row } from '../gen/prisma/client.ts';
import { isPayableNow } from '../later/requestLater.ts';

/** Maximum bookings per run. */
const BATCH = 20;
/** When to look again at a booking that is not confirmed yet. */
const UNCONFIRMED_MS = 10 * 60_000;
/** When to look again at a booking that cannot be paid online now, such as without a linked account. */
const UNPAYABLE_MS = 60 * 60_000;

/**
 * Takes the due steps of bookings whose rest is paid online: a reminder with the payment link, and what the
 * venue chose if the rest is not paid in time. Every step is idempotent, so that processes may take it
 * concurrently. Returns whether there may be more.
 */
export async function followRests(deps: Deps, now = Date.now()): Promise<boolean> {
  const due = await deps.database.$queryRaw<{ venueId: number; id: bigint }[]>`
    SELECT venue_id AS "venueId", id FROM booking.booking
    WHERE rest_due_at <= ${new Date(now)} ORDER BY rest_due_at LIMIT ${BATCH}`;
  for (const { venueId, id } of due) {
    const row = await findBooking(deps.database, { venueId, id: Number(id) });
    if (row?.restDueAt) await follow(deps, row, now);
  }
  return due.length === BATCH;
}

async function follow(deps: Deps, row: Row, now: number): Promise<void> {
  const { database, wakeWorkers } = deps;
  const terms = row.restTerms as RestTerms | null;
  const settled = !terms || row.status !== 'confirmed' || unpaidOf(row) === 0;
  if (row.status === 'pending_payment') await setDue(database, row, { next: now + UNCONFIRMED_MS });
  else if (settled) await setDue(database, row, { next: null });
  else await takeStep(deps, row, { ...terms, now });
  wakeWorkers();
}

async function takeStep(
  deps: Deps,
  row: Row,
  { untilHours, unpaid, remindedAt: before, now }: RestTerms & { now: number },
): Promise<void> {
  const { database } = deps;
  const remindedAt = before ?? null;
  const rest = { startsAt: row.startsAt.getTime(), untilHours, remindedAt };
  const due = restStep(rest, now);
  const isAsked = due.step === 'remind' || (due.step === 'end' && unpaid === 'cancel');
  if (isAsked && !(await isPayableNow(database, row)))
    // Nobody is asked to pay, or cancelled for it, who cannot. The venue has to act after the deadline.
    await setDue(
      database,
      row,
      now < restDeadline(rest) ? { next: now + UNPAYABLE_MS } : { next: null, queues: NOTICE },
    );
  else if (due.step === 'early') await setDue(database, row, { next: due.next, remindedAt: null });
  else if (due.step === 'wait') await setDue(database, row, { next: due.next });
  else if (due.step === 'remind')
    await setDue(database, row, { next: due.next, remindedAt: now, queues: MAIL });
  else if (due.step === 'end' && unpaid === 'cancel') await cancelUnpaid(deps, row);
  else await setDue(database, row, { next: null, queues: NOTICE });
}

/** Cancels by the refund rules. The next run finds the booking cancelled and ends its steps. */
async function cancelUnpaid(deps: Deps, { venueId, id }: Row): Promise<void> {
  const by = { guest: false, actor: 'system', refund: 'rules', openOnly: true } as const;
  await cancelBooking(deps, { venueId, id: Number(id) }, by).catch((error: unknown) => {
    // It was checked in or cancelled a moment ago.
    if (!failureOf(error)) throw error;
  });
}

const MAIL = Prisma.sql`
  INSERT INTO booking.mail (venue_id, id, booking_id, kind)
  SELECT venue_id, gen_random_uuid(), id, 'payment_link' FROM after WHERE customer_email <> ''`;

/** Venues that want no notice of changes want none of this either. */
const NOTICE = Prisma.sql`
  INSERT INTO booking.venue_notice (venue_id, booking_id, kind)
  SELECT after.venue_id, after.id, 'unpaid' FROM after JOIN booking.venue v ON v.id = after.venue_id AND v.notify_changed
  ON CONFLICT DO NOTHING`;

/**
 * Sets the time of a booking's next step (ms; null: none), and queues a mail or a notice with it, unless the
 * booking, its payments or its step have changed since it was read: then the next run decides again.
 */
async function setDue(
  database: BookingDatabase,
  row: Row,
  { next, remindedAt, queues }: { next: number | null; remindedAt?: number | null; queues?: Prisma.Sql },
): Promise<void> {
  const { remindedAt: before, ...terms } = (row.restTerms ?? {}) as Partial<RestTerms>;
  const reminded = remindedAt === undefined ? before : (remindedAt ?? undefined);
  const restTerms = row.restTerms && JSON.stringify({ ...terms, remindedAt: reminded });
  await database.$executeRaw`
    WITH after AS (
      UPDATE booking.booking SET rest_due_at = ${next === null ? null : new Date(next)}::timestamptz, rest_terms = ${restTerms}::jsonb
      WHERE venue_id = ${row.venueId} AND id = ${row.id} AND rest_due_at = ${row.restDueAt} AND status = ${row.status}
        AND starts_at = ${row.startsAt} AND amount_cents = ${row.amountCents} AND further_cents = ${row.furtherCents}
      RETURNING *
    ),
    queued AS (${queues ?? Prisma.sql`SELECT 1`})
    SELECT 1`;
}
