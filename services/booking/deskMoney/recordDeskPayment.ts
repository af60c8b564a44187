import { formatEuro } from '@venue-booking/domain/wording/formats';
import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { type Failure, fail, inEachLanguage } from '@venue-booking/proto/failures';
import type { DeskMethod, DeskPayment } from '@venue-booking/proto/payment/deskPayment';
import { toEuro } from '@venue-booking/proto/primitives';
import { v7 as newUuid } from 'uuid';
import { toReturnOf, unpaidOf } from '../core/changedPrice.ts';
import { stateFailure } from '../core/stateFailure.ts';
import { Prisma, type Booking as Row } from '../gen/prisma/client.ts';
import {
  type Entry,
  findEntries,
  type MoneyDeps,
  withLockedBooking,
  writeEntry,
} from './deskPaymentStore.ts';

export type NewDeskEntry = {
  kind: 'payment' | 'refund';
  amountCents: number;
  method: DeskMethod;
  note: string;
  actor: string;
  /** HH:MM at which the venue's booking days start. */
  dayStart: string;
  /** Idempotency key: the same key means the same payment or refund. */
  requestKey?: string | undefined;
  /** For staff without rights over money: a refund of at most what the venue has to return. */
  onlyOwed?: boolean | undefined;
};

/**
 * Records money that the desk took for a booking, at most what is open, or that it returned, at most what it
 * has taken. Idempotent by `requestKey`.
 * @throws `booking_not_found`, `desk_payment_too_much`, `desk_refund_too_much`, `idempotency_mismatch` for a
 * key that was used with other values, `validation` for a note once the guest was erased, `history_full`, a
 * stateFailure for a payment of a booking that is not active
 */
export const recordDeskPayment = (
  deps: MoneyDeps,
  of: OfBooking,
  wanted: NewDeskEntry,
): Promise<DeskPayment> =>
  withLockedBooking(deps, { ...of, dayStart: wanted.dayStart }, async (tx, row, tillDay) => {
    const requestKey = wanted.requestKey === undefined ? null : `desk ${of.id} ${wanted.requestKey}`;
    const made = requestKey && (await findByKey(tx, of.venueId, requestKey));
    if (made) {
      if (!isSame(made, wanted, row)) throw fail('idempotency_mismatch');
      return made;
    }
    const { method, note, actor } = wanted;
    const failure = failureOf(row, wanted);
    if (failure) throw failure;
    const isPayment = wanted.kind === 'payment';
    return writeEntry({ database: tx, publish: deps.publish }, row, {
      id: newUuid(),
      ...{ method, note, actor, requestKey, tillDay },
      purpose: isPayment ? 'rest' : 'refund',
      amountCents: isPayment ? wanted.amountCents : -wanted.amountCents,
    });
  });

async function findByKey(
  tx: Parameters<typeof findEntries>[0],
  venueId: number,
  key: string,
): Promise<Entry | undefined> {
  const [entry] = await findEntries(tx, venueId, { where: Prisma.sql`p.request_key = ${key}` });
  return entry;
}

/** Whether an entry is what is wanted. The note of an erased guest is gone. */
const isSame = (made: Entry, wanted: NewDeskEntry, { erasedAt }: Row): boolean =>
  made.purpose === (wanted.kind === 'payment' ? 'rest' : 'refund') &&
  Math.abs(Number(made.amountCents)) === wanted.amountCents &&
  made.method === wanted.method &&
  (erasedAt !== null || made.note === wanted.note);

function failureOf(row: Row, { kind, amountCents, note, onlyOwed }: NewDeskEntry): Failure | null {
  if (note && row.erasedAt)
    return fail('validation', { detail: 'the guest of this booking has been erased' });
  if (kind === 'refund') {
    const left = onlyOwed ? toReturnOf(row) : Number(row.deskCents);
    return amountCents > left ? fail('desk_refund_too_much', euroParam('left', left)) : null;
  }
  if (['pending_payment', 'expired', 'cancelled'].includes(row.status)) return stateFailure(row.status);
  const open = unpaidOf(row);
  return amountCents > open ? fail('desk_payment_too_much', euroParam('open', open)) : null;
}

/** An amount as the parameter of a failure. */
export const euroParam = (name: string, cents: number) =>
  inEachLanguage(name, (language) => formatEuro(toEuro(cents), language));
