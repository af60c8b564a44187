import assert from 'node:assert/strict';
import { vatOf } from '@venue-booking/domain/price/vat';
import { newBooking } from '../../services/booking/testing/testBookings.ts';
import { saveBooking } from '../../services/booking/testing/testEffects.ts';
import type { Party } from './party.ts';
import type { Stage } from './stage.ts';
import type { NewTab } from './step.ts';
import { createTab } from './tab.ts';

const TIERS = [
  null,
  [{ until_hours: 0, percent: 50 }],
  [
    { until_hours: 48, percent: 100 },
    { until_hours: 24, percent: 33 },
  ],
  [{ until_hours: 0, percent: 33 }],
];

/** Makes a booking of a story. */
export async function newParty(stage: Stage, wanted: NewTab): Promise<Party> {
  const { world, database, venueId, venue, email } = stage;
  const { price, online, startsIn, rest } = wanted;
  const { slotId, startsAt, endsAt, paymentId } = world.newSlot(startsIn);
  const deposit = wanted.deposit !== null && wanted.deposit < price ? wanted.deposit : null;
  const dueCents = online ? (deposit ?? price) : null;
  const tab = createTab({ venue, price, dueCents });
  const feeCents = dueCents === null ? 0 : tab.firstFee(dueCents);
  const saved = await saveBooking(
    database,
    newBooking({
      ...{
        venueId,
        facilityId: venueId,
        slotId,
        startsAt,
        endsAt,
        amountCents: price,
        customerEmail: email,
      },
      ...{ status: online ? 'pending_payment' : 'confirmed', vat: vatOf(new Map([[900, price]])) },
      payment: online
        ? {
            ...{ id: paymentId, feeCents, holdMinutes: 15, depositCents: deposit },
            refundTiers: TIERS[wanted.tiers] ?? null,
            restTerms: deposit !== null && rest ? { untilHours: 24, unpaid: rest } : null,
          }
        : null,
    }),
  );
  assert.ok(saved);
  const order =
    dueCents === null
      ? null
      : {
          ...{ venueId, paymentId, bookingId: saved.id, amountCents: dueCents, feeCents },
          ...{ holdUntil: Date.now() + 900_000, description: 'Pass #1', locale: 'nl' as const },
        };
  const ofRest = deposit !== null && online ? rest : null;
  return { ...wanted, rest: ofRest, id: saved.id, tab, slotId, order, orders: [], wasCovered: false };
}

/** The percentage that is refunded by the rules. Bookings of the desk have none. */
export const percentOf = ({ order, startsIn, tiers }: Party): number =>
  order === null
    ? 100
    : (TIERS[tiers]?.find((tier) => tier.until_hours <= startsIn)?.percent ?? (tiers === 0 ? 100 : 0));
