import { keptCents, keptOfPercent, tiersForGuests } from '@venue-booking/domain/payment/refundRules';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import type { RefundTiers } from '@venue-booking/proto/payment/refundTiers';
import { Prisma, type Booking as Row } from '../gen/prisma/client.ts';

/** The columns that decide what a cancellation refunds. */
export type RefundTerms = Pick<Row, 'refundTiers'> & Partial<Pick<Row, 'freeChangeUntil'>>;

/** Whether the guest may change and cancel freely: the venue has asked to choose another time. */
export const isFreeAt = ({ freeChangeUntil }: Partial<Pick<Row, 'freeChangeUntil'>>, now: number): boolean =>
  !!freeChangeUntil && now <= freeChangeUntil.getTime();

/** The refund tiers at the time of booking; null: a full refund. */
export const tiersOf = (row: RefundTerms, now = Date.now()): RefundTiers | null =>
  isFreeAt(row, now) ? null : (row.refundTiers as RefundTiers | null);

/** {@link heldOf} in SQL, of a booking `b`. */
export const HELD_CENTS = Prisma.sql`coalesce(b.left_cents, b.paid_cents, b.amount_cents) - b.refunding_cents`;

/** {@link laterOf} in SQL, of a booking `b`. */
export const LATER_CENTS = Prisma.sql`(b.further_cents - b.desk_cents)`;

/** {@link keptOf} in SQL, of a cancelled booking `b`; null: nothing. */
export const KEPT_CENTS = Prisma.sql`CASE WHEN b.status = 'cancelled' THEN nullif(${LATER_CENTS} + CASE b.payment_status
  WHEN 'paid' THEN greatest(CASE WHEN b.left_cents IS NULL THEN b.kept_cents ELSE ${HELD_CENTS} END, 0) ELSE 0 END, 0) END`;

/** Whether a booking was paid online, refunded ones included. */
export const wasPaid = ({ paymentStatus }: Pick<Row, 'paymentStatus'>): boolean =>
  paymentStatus === 'paid' || paymentStatus === 'refunded';

/**
 * Cents of the first online payment, less the refunds of price changes. Only meaningful once it came in.
 */
export const paidOf = ({ paidCents, amountCents }: Pick<Row, 'paidCents' | 'amountCents'>): number =>
  Number(paidCents ?? amountCents);

type Later = Pick<Row, 'furtherCents' | 'deskCents'>;

/** Cents that later online payments brought, less what was returned or is on its way back. */
export const laterOf = ({ furtherCents, deskCents }: Later): number => Number(furtherCents - deskCents);

/** Cents of all online payments that count for a cancellation: those of {@link paidOf}, and later ones. */
export const paidOnlineOf = (
  row: Parameters<typeof paidOf>[0] & Later & Pick<Row, 'paymentStatus'>,
): number => (row.paymentStatus === null ? 0 : paidOf(row)) + laterOf(row);

/**
 * Cents of the first online payment that the venue has once the refunds under way are done, by the payment
 * service's events. More than {@link paidOf} after a failed refund, less after a refund by hand or a
 * chargeback.
 */
export const heldOf = (
  row: Pick<Row, 'paidCents' | 'amountCents' | 'leftCents' | 'refundingCents'>,
): number => Math.max(0, Number(row.leftCents ?? paidOf(row)) - Number(row.refundingCents));

type Held = Parameters<typeof heldOf>[0] & Later & Pick<Row, 'paymentStatus'>;

/** Cents of all online payments that the venue has once the refunds under way are done. */
export const heldOnlineOf = (row: Held): number =>
  (row.paymentStatus === null ? 0 : heldOf(row)) + laterOf(row);

/** Whether the venue has money of an online payment. */
export const hasOnlineMoney = (row: Later & Pick<Row, 'paymentStatus'>): boolean =>
  row.paymentStatus === 'paid' || laterOf(row) > 0;

/**
 * Cents of all online payments that the venue may keep if the booking is cancelled by its rules. It may have
 * less: {@link heldOnlineOf}.
 */
export const keptByRules = (
  row: Parameters<typeof paidOnlineOf>[0] & Pick<Row, 'startsAt'> & RefundTerms,
  now: number,
): number => {
  const paidCents = row.paymentStatus === 'paid' ? paidOnlineOf(row) : laterOf(row);
  return keptCents({ paidCents, startsAt: row.startsAt.getTime(), tiers: tiersOf(row, now) }, now);
};

/** A booking's refund tiers from the current one on, until the guest's cancellation deadline; local times. */
export function tiersToCome(
  row: Held & Pick<Row, 'startsAt' | 'timezone'> & RefundTerms,
  cancelUntilHours: number,
  now: number,
): Ticket['refundTiers'] {
  const tiers = tiersOf(row, now);
  if (!tiers) return [];
  // As in `keptByRules`: a first payment that went back does not count.
  const paidCents = row.paymentStatus === 'refunded' ? laterOf(row) : paidOnlineOf(row);
  return tiersForGuests(tiers, cancelUntilHours)
    .map(({ until_hours, percent }) => ({ endsAt: row.startsAt.getTime() - until_hours * 3600_000, percent }))
    .filter(({ endsAt }) => now <= endsAt)
    .map(({ endsAt, percent }) => ({
      until: localAt(row.timezone, endsAt),
      percent,
      keptCents: Math.min(keptOfPercent(paidCents, percent), heldOnlineOf(row)),
    }));
}

/**
 * Cents that the venue keeps of a cancelled booking: what was paid, less what was refunded or charged back,
 * whoever did it and in which order. Includes a refund that failed. Old rows only store the decision.
 */
export const keptOf = (row: Held & Pick<Row, 'status' | 'keptCents' | 'moneyKept'>): number => {
  if (row.status !== 'cancelled') return 0;
  if (row.paymentStatus !== 'paid') return laterOf(row);
  return laterOf(row) + (row.leftCents === null ? decidedOf(row) : heldOf(row));
};

/** Cents that the venue decided to keep on the cancellation. Very old rows only store whether it was all. */
const decidedOf = ({
  keptCents,
  moneyKept,
  amountCents,
}: Pick<Row, 'keptCents' | 'moneyKept' | 'amountCents'>): number =>
  Number(keptCents ?? (moneyKept ? amountCents : 0n));

/**
 * Cents refunded by the cancellation and after it, without earlier refunds; 0 if the cancellation refunded
 * nothing. For old rows: what was not kept.
 */
export function backOf(row: Parameters<typeof keptOf>[0] & Pick<Row, 'backCents'>): number {
  const decided = decidedOf(row);
  const back = Number(row.backCents ?? paidOf(row) - decided);
  return back > 0 && keptOf(row) > 0 ? back + Math.max(0, decided - keptOf(row)) : back;
}
