import type { AdminBookingDetail } from '@venue-booking/proto/booking/adminBooking';
import type { Locale } from '@venue-booking/proto/primitives';
import type { ApiError } from '../../../api/client.ts';
import type { Checked } from './checkRows.ts';
import { keyOf } from './mark.ts';
import type { Wanted } from './readRows.ts';

/** Result of importing a row. `reason`: why it was not imported, or which part of its booking is missing. */
export type Outcome = { kind: 'imported' | 'there' | 'failed'; reason?: string };
type Sendable = Exclude<Checked, { kind: 'problem' }>;

export type Sending = {
  /** Sends a request to a path below the venue. @throws ApiError */
  call: <T>(method: 'POST' | 'PUT', path: string, body: unknown, key?: string) => Promise<T>;
  /** Waits before a retry; resolves early once `isStopped`. */
  sleep: (seconds: number) => Promise<void>;
  isStopped: () => boolean;
  report: (index: number, outcome: Outcome) => void;
  /** Whether guests get a confirmation. */
  notify: boolean;
  /** The language of guests. */
  locale: Locale;
  /** The key of the question for a phone number; undefined: the note has it. */
  phoneKey: string | undefined;
  /** The reason for an amount that exceeds the price. */
  paidTooMuch: (openEur: number) => string;
};

/** Few, because a venue has eight changes at a time, and its desk needs some. */
const CONCURRENT = 3;
const ATTEMPTS = 8;
const MAX_WAIT_SECONDS = 60;
/** No failures of the row: the same request may succeed later. */
const PASSES = new Set([0, 429, 500, 502, 503, 504]);
/** Failures of the row. All others concern every row, such as an ended session. */
const OF_THE_ROW = new Set([404, 409, 422]);

/** A failure of the API; null for other errors. Not by its class, which needs a browser. */
const failureIn = (error: unknown): ApiError | null =>
  error instanceof Error && 'status' in error && 'code' in error ? (error as ApiError) : null;

/**
 * Imports rows, some at a time. A row is safe to send again: its Idempotency-Key is that of its mark, and a
 * booking that exists only gets what it lacks.
 * @throws ApiError when no row can be imported for now: rows without an outcome can be sent again
 */
export async function sendRows(rows: readonly Sendable[], sending: Sending): Promise<void> {
  const queue = rows.values();
  let failure: ApiError | undefined;
  /** One for all, so that a busy server is left alone. */
  let pause = Promise.resolve();
  const isOver = () => failure !== undefined || sending.isStopped();

  async function persistently<T>(request: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      await pause;
      try {
        return await request();
      } catch (error) {
        const failed = failureIn(error);
        if (!failed || isOver() || attempt === ATTEMPTS) throw error;
        if (!PASSES.has(failed.status) && failed.code !== 'idempotency_in_progress') throw error;
        pause = sending.sleep(Math.min(failed.retryAfter ?? 2 ** (attempt - 1), MAX_WAIT_SECONDS));
      }
    }
  }

  async function work(): Promise<void> {
    for (const checked of queue) {
      if (isOver()) return;
      try {
        sending.report(checked.row.index, await sendRow(checked, persistently, sending));
      } catch (error) {
        const failed = failureIn(error);
        if (!failed) throw error;
        if (OF_THE_ROW.has(failed.status) && failed.code !== 'venue_not_found')
          sending.report(checked.row.index, { kind: 'failed', reason: failed.message });
        else failure ??= failed;
      }
    }
  }

  await Promise.all(Array.from({ length: CONCURRENT }, work));
  if (failure && !sending.isStopped()) throw failure;
}

type Persistently = <T>(request: () => Promise<T>) => Promise<T>;

async function sendRow(checked: Sendable, persistently: Persistently, sending: Sending): Promise<Outcome> {
  const { row } = checked;
  if (checked.kind === 'there') {
    const reason = await complete(row, checked.booking, persistently, sending);
    return { kind: 'there', ...(reason && { reason }) };
  }
  const { call, notify, locale, phoneKey } = sending;
  const body = {
    ...checked.place,
    customer_name: row.name,
    ...(row.email && { customer_email: row.email }),
    people: row.people,
    ...(row.phone && phoneKey && { extra: { [phoneKey]: row.phone } }),
    ...{ locale, notify, reference: row.mark },
  };
  try {
    const made = await persistently(() =>
      call<AdminBookingDetail>('POST', '/bookings', body, keyOf(row.mark)),
    );
    const reason = await complete(row, made, persistently, sending);
    return { kind: 'imported', ...(reason && { reason }) };
  } catch (error) {
    // The row was imported with other facts, less than a day ago.
    if (failureIn(error)?.code === 'idempotency_mismatch') return { kind: 'there' };
    throw error;
  }
}

type Booking = Pick<AdminBookingDetail, 'id' | 'note' | 'open_eur' | 'desk_eur' | 'status'>;

/**
 * Adds what a booking lacks: the note, and the payment. A payment is recorded once, also after a repetition
 * weeks later. Returns what could not be added, or undefined.
 */
async function complete(
  row: Wanted,
  { id, note, open_eur: open = 0, desk_eur: taken, status }: Booking,
  persistently: Persistently,
  { call, phoneKey, paidTooMuch }: Sending,
): Promise<string | undefined> {
  if (status !== 'confirmed') return undefined;
  const text = [row.note, phoneKey ? '' : row.phone].filter(Boolean).join('\n');
  const isPaid = row.paid !== 0 && open > 0 && taken === undefined;
  const amount = row.paid === 'all' ? open : Math.min(row.paid, open);
  const payment = { amount_eur: amount, method: 'other', ...(row.number && { note: row.number }) };
  try {
    if (text && note === '')
      await persistently(() => call('PUT', `/bookings/${id}/note`, { note: text.slice(0, 2000) }));
    if (isPaid)
      await persistently(() => call('POST', `/bookings/${id}/payments`, payment, keyOf(`${row.mark} paid`)));
  } catch (error) {
    const failed = failureIn(error);
    if (failed && OF_THE_ROW.has(failed.status)) return failed.message;
    throw error;
  }
  const isNew = taken === undefined;
  return isNew && typeof row.paid === 'number' && row.paid > open ? paidTooMuch(open) : undefined;
}
