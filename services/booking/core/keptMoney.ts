import { keptCents, keptOfPercent, tiersForGuests } from '@venue-booking/domain/payment/refundRules';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import type { RefundTiers } from '@venue-booking/proto/payment/refundTiers';
import { Prisma, type Booking as Row } from '../gen/prisma/client.ts';

/** The refund tiers at the time of booking; null: a full refund. */
export const tiersOf = ({ refundTiers }: Pick<Row, 'refundTiers'>): RefundTiers | null =>
  refundTiers as RefundTiers | null;

/** {@link heldOf} in SQL, of a booking `b`. */
export const HELD_CENTS = Prisma.sql`least(coalesce(b.paid_cents, b.amount_cents), b.left_cents)`;

/** Whether a booking was paid online, refunded ones included. */
export const wasPaid = ({ paymentStatus }: Pick<Row, 'paymentStatus'>): boolean =>
  paymentStatus === 'paid' || paymentStatus === 'refunded';

/** Cents that were paid online, less the refunds of price changes. Only meaningful once a payment came in. */
export const paidOf = ({ paidCents, amountCents }: Pick<Row, 'paidCents' | 'amountCents'>): number =>
  Number(paidCents ?? amountCents);

/** The part of it that is not refunded yet, according to the payment service's events. */
export const heldOf = (row: Pick<Row, 'paidCents' | 'amountCents' | 'leftCents'>): number =>
  Math.min(paidOf(row), Number(row.leftCents ?? paidOf(row)));

/** Cents of the online payment that the venue keeps if the booking is cancelled by its rules. */
export const keptByRules = (
  row: Pick<Row, 'paymentStatus' | 'amountCents' | 'paidCents' | 'startsAt' | 'refundTiers'>,
  now: number,
): number =>
  row.paymentStatus === 'paid'
    ? keptCents({ paidCents: paidOf(row), startsAt: row.startsAt.getTime(), tiers: tiersOf(row) }, now)
    : 0;

/** A booking's refund tiers from the current one on, until the guest's cancellation deadline; local times. */
export function tiersToCome(
  row: Pick<Row, 'refundTiers' | 'amountCents' | 'paidCents' | 'startsAt' | 'timezone'>,
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
      keptCents: keptOfPercent(paidOf(row), percent),
    }));
}

/** Cents that the venue kept of a cancelled booking. Old rows only store whether it kept everything. */
export const keptOf = ({
  keptCents,
  moneyKept,
  amountCents,
}: Pick<Row, 'keptCents' | 'moneyKept' | 'amountCents'>): number =>
  Number(keptCents ?? (moneyKept ? amountCents : 0n));

/** Cents refunded by the cancellation, without earlier refunds. For old rows: what was not kept. */
export const backOf = (
  row: Pick<Row, 'backCents' | 'keptCents' | 'moneyKept' | 'amountCents' | 'paidCents'>,
): number => Number(row.backCents ?? paidOf(row) - keptOf(row));
