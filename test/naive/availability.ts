import { setTimeout as sleep } from 'node:timers/promises';
import { availabilityEnv } from '@venue-booking/availability/env';
import type { takePlaces } from '@venue-booking/availability/ledger';
import type { resizePlaces } from '@venue-booking/availability/ledgerResize';
import { startAvailability } from '@venue-booking/availability/service';
import { runService } from '@venue-booking/kit/process/runService';
import type { AvailabilityDatabase } from '../../services/availability/database.ts';

/**
 * Availability with a check-then-act ledger, which reads, decides and writes. Everything else is the product.
 * The race tests must see it oversell, or they could not fail.
 */
const takePlacesNaively: typeof takePlaces = async (database, wanted) => {
  const taken = [];
  for (const one of wanted) taken.push(await takeOfSlot(database as AvailabilityDatabase, one));
  return taken;
};

const takeOfSlot = async (
  database: AvailabilityDatabase,
  { at: { venueId, slotId }, parties }: Parameters<typeof takePlaces>[1][number],
) => {
  const slot = await database.slot.findUniqueOrThrow({
    where: { venueId_id: { venueId, id: BigInt(slotId) } },
    include: { facility: true },
  });
  // As long as a busy machine may take between the read and the write.
  await sleep(50);
  const capacity = slot.capacity ?? slot.facility.capacity;
  let { booked } = slot;
  const taken = parties.map(({ bookingUid, people }) => {
    const fits = booked + people <= capacity;
    const free = capacity - booked;
    if (fits) booked += people;
    return { bookingUid, people, outcome: fits ? ('taken' as const) : ('short' as const), free };
  });
  await database.slot.update({ where: { id: BigInt(slotId) }, data: { booked, soldCapacity: capacity } });
  await database.allocation.createMany({
    data: taken
      .filter(({ outcome }) => outcome === 'taken')
      .map(({ bookingUid, people }) => ({ bookingUid, venueId, slotId: BigInt(slotId), places: people })),
  });
  return taken;
};

const resizePlacesNaively: typeof resizePlaces = async (given, { venueId, bookingUid, from, people }) => {
  const database = given as AvailabilityDatabase;
  const { slot, slotId } = await database.allocation.findUniqueOrThrow({
    where: { venueId_bookingUid: { venueId, bookingUid } },
    include: { slot: { include: { facility: true } } },
  });
  if (!slot || slotId === null) return { outcome: 'changed' };
  const capacity = slot.capacity ?? slot.facility.capacity;
  const booked = slot.booked + people - from;
  if (booked > capacity) return { outcome: 'short', free: capacity - slot.booked, capacity };
  await database.slot.update({ where: { id: slotId }, data: { booked, soldCapacity: capacity } });
  await database.allocation.update({
    where: { venueId_bookingUid: { venueId, bookingUid } },
    data: { places: people },
  });
  return { outcome: 'resized' };
};

await runService('availability', availabilityEnv, (env, { messaging, metrics, log }) =>
  startAvailability({
    databaseUrl: env.DATABASE_URL,
    messaging,
    metrics,
    log,
    takePlaces: takePlacesNaively,
    resizePlaces: resizePlacesNaively,
  }),
);
