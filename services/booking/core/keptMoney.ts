import { keptCents, keptOfPercent, tiersForGuests } from '@venue-booking/domain/payment/refundRules';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import type { RefundTiers } from '@venue-booking/proto/payment/refundTiers';
import { Prisma, type Booking as Row } from '../gen/prisma/client.ts';

/** The refund tiers at the time of booking; null: a full refund. */
export const tiersOf = ({ refundTiers }: Pick<Row, 'refundTiers'>): RefundTiers | null =>
  refundTiers as RefundTiers | null;

/** {@link heldOf} in SQL, of a booking `b`. */
export const HELD_CENTS = Prisma.sql`coalesce(b.left_cents, b.paid_cents, b.amount_cents) - b.refunding_cents`;

/** {@link keptOf} in SQL, of a cancelled booking `b`; null: nothing. */
export const KEPT_CENTS = Prisma.sql`CASE WHEN b.status = 'cancelled' AND b.payment_status = 'paid'
  THEN nullif(greatest(CASE WHEN b.left_cents IS NULL THEN b.kept_cents ELSE ${HELD_CENTS} END, 0), 0) END`;

/** Whether a booking was paid online, refunded ones included. */
export const wasPaid = ({ paymentStatus }: Pick<Row, 'paymentStatus'>): boolean =>
  paymentStatus === 'paid' || paymentStatus === 'refunded';

/** Cents that were paid online, less the refunds of price changes. Only meaningful once a payment came in. */
export const paidOf = ({ paidCents, amountCents }: Pick<Row, 'paidCents' | 'amountCents'>): number =>
  Number(paidCents ?? amountCents);

/**
 * Cents of the online payment that the venue has once the refunds under way are done, by the payment
 * service's events. More than {@link paidOf} after a failed refund, less after a refund by hand or a
 * chargeback.
 */
export const heldOf = (
  row: Pick<Row, 'paidCents' | 'amountCents' | 'leftCents' | 'refundingCents'>,
): number => Math.max(0, Number(row.leftCents ?? paidOf(row)) - Number(row.refundingCents));

/**
 * Cents of the online payment that the venue may keep if the booking is cancelled by its rules. It may have
 * less: {@link heldOf}.
 */
export const keptByRules = (
  row: Pick<Row, 'paymentStatus' | 'amountCents' | 'paidCents' | 'startsAt' | 'refundTiers'>,
  now: number,
): number =>
  row.paymentStatus === 'paid'
    ? keptCents({ paidCents: paidOf(row), startsAt: row.startsAt.getTime(), tiers: tiersOf(row) }, now)
    : 0;

/** A booking's refund tiers from the current one on, until the guest's cancellation deadline; local times. */
export function tiersToCome(
  row: Parameters<typeof heldOf>[0] & Pick<Row, 'refundTiers' | 'startsAt' | 'timezone'>,
  cancelUntilHours: number,
  now: number,
): Ticket['refundTiers'] {
  const tiers = tiersOf(row);
  if (!tiers) return [];
  return tiersForGuests(tiers, cancelUntilHours)
    .map(({ until_hours, percent }) => ({ endsAt: row.startsAt.getTime() - until_hours * 3600_000, percent }))
    .filter(({ endsAt }) => now <= endsAt)
    .map(({ endsAt, percent }) => ({
      until: localAt(row.timezone, endsAt),
      percent,
      keptCents: Math.min(keptOfPercent(paidOf(row), percent), heldOf(row)),
    }));
}

/**
 * Cents that the venue keeps of a cancelled booking: what was paid, less what was refunded or charged back,
 * whoever did it and in which order. Includes a refund that failed. Old rows only store the decision.
 */
export const keptOf = (
  row: Parameters<typeof heldOf>[0] & Pick<Row, 'status' | 'paymentStatus' | 'keptCents' | 'moneyKept'>,
): number => {
  if (row.status !== 'cancelled' || row.paymentStatus !== 'paid') return 0;
  return row.leftCents === null ? decidedOf(row) : heldOf(row);
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
