import { localAt } from '@venue-booking/kit/venueTime';
import type { Ticket } from '@venue-booking/proto/booking';
import { keptCents, keptOfPercent, type RefundTiers, tiersForGuests } from '@venue-booking/proto/refundRules';
import { Prisma, type Booking as Row } from '../gen/prisma/client.ts';

/** The tiers that a booking was made under; null: all comes back. */
export const tiersOf = ({ refundTiers }: Pick<Row, 'refundTiers'>): RefundTiers | null =>
  refundTiers as RefundTiers | null;

/** {@link heldOf} of a booking `b`. */
export const HELD_CENTS = Prisma.sql`least(coalesce(b.paid_cents, b.amount_cents), b.left_cents)`;

/** Whether money came in for a booking online, also where it has gone back since. */
export const wasPaid = ({ paymentStatus }: Pick<Row, 'paymentStatus'>): boolean =>
  paymentStatus === 'paid' || paymentStatus === 'refunded';

/** Cents that were paid online for a booking, once they were; less what a change of its price gave back. */
export const paidOf = ({ paidCents, amountCents }: Pick<Row, 'paidCents' | 'amountCents'>): number =>
  Number(paidCents ?? amountCents);

/** What of that is still there, as far as payment has told. */
export const heldOf = (row: Pick<Row, 'paidCents' | 'amountCents' | 'leftCents'>): number =>
  Math.min(paidOf(row), Number(row.leftCents ?? paidOf(row)));

/** Cents that stay with the venue when a booking is cancelled by its rules: of what was paid online only. */
export const keptByRules = (
  row: Pick<Row, 'paymentStatus' | 'amountCents' | 'paidCents' | 'startsAt' | 'refundTiers'>,
  now: number,
): number =>
  row.paymentStatus === 'paid'
    ? keptCents({ paidCents: paidOf(row), startsAt: row.startsAt.getTime(), tiers: tiersOf(row) }, now)
    : 0;

/** A booking's tiers from the one that holds now on, as far as its guest may cancel; local times. */
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

/** Cents that stayed with the venue of a booking that was cancelled. Old rows only say whether all did. */
export const keptOf = ({
  keptCents,
  moneyKept,
  amountCents,
}: Pick<Row, 'keptCents' | 'moneyKept' | 'amountCents'>): number =>
  Number(keptCents ?? (moneyKept ? amountCents : 0n));

/** Cents that went back when it was cancelled, not counting what had before. Old rows: what was not kept. */
export const backOf = (
  row: Pick<Row, 'backCents' | 'keptCents' | 'moneyKept' | 'amountCents' | 'paidCents'>,
): number => Number(row.backCents ?? paidOf(row) - keptOf(row));
