import { type DeadLetters, deadLetterRouter } from '@venue-booking/kit/events/deadLetters';
import { awaitApplied } from '@venue-booking/kit/events/inbox';
import { createReadBulkhead, largeReadQueries } from '@venue-booking/kit/messaging/largeReads';
import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { BlockId, BlockQuery, BlockRequest } from '@venue-booking/proto/booking/calendar';
import { DecidedResize, ReserveRequest, ResizeRequest, SlotPatch } from '@venue-booking/proto/facility/slot';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { LocalDate } from '@venue-booking/proto/primitives';
import type { SlotsChanged } from '@venue-booking/proto/subjects';
import { AffectedRequest } from '@venue-booking/proto/venue/rulesChange';
import { z } from 'zod';
import { blockSlots, previewBlock } from './changes/blockSlots.ts';
import { findAffected } from './changes/findAffected.ts';
import { liftBlock } from './changes/liftBlock.ts';
import { patchSlot, previewSlot } from './changes/patchSlot.ts';
import { purgeVenue } from './changes/purgeVenue.ts';
import { listUnsettled, settlePlaces } from './ledger/ledger.ts';
import { settleResize } from './ledger/ledgerResize.ts';
import { CalendarRequest, slotCalendar } from './reads/calendar.ts';
import { listBlocks } from './reads/listBlocks.ts';
import { nextSlots } from './reads/nextSlots.ts';
import { PreviewRequest, previewFacility } from './reads/previewFacility.ts';
import { privateSlots } from './reads/privateSlots.ts';
import { availability, checkSlot, daySlots } from './reads/slotReads.ts';
import { occupancy } from './reports/occupancy.ts';
import { placesOffered } from './reports/placesOffered.ts';
import { release } from './reserve/release.ts';
import { createReserve, type ReserveDeps } from './reserve/reserve.ts';
import { type ResizeDeps, resize } from './reserve/resize.ts';
import { exportBlocks, exportCapacities } from './transfer/exportSlots.ts';
import {
  ImportedBlocks,
  ImportedCapacities,
  ImportedPlaces,
  importBlocks,
  importCapacities,
  importPlaces,
} from './transfer/importSlots.ts';
import { findClashes } from './zone/moveSlots.ts';

const ofVenue = z.object({ venueId: z.int() });
const ofFacility = ofVenue.extend({ facilityId: z.int() });
const ofBlock = ofVenue.extend({ block: BlockRequest });
const exportPage = ofVenue.extend({ after: z.number().default(0) });
const ofSlotPatch = ofVenue.extend({ slotId: z.number(), patch: SlotPatch });

/** The RPC router of the availability service. */
export function availabilityRouter(
  deps: ReserveDeps &
    ResizeDeps & { deadLetters: DeadLetters; publishSlotsChanged: (change: SlotsChanged) => void },
) {
  const { database } = deps;
  const costly = largeReadQueries(createReadBulkhead());
  const reserve = createReserve(deps);
  return t.router({
    ping: t.procedure.query(() => 'pong' as const),
    purgeVenue: mutation(ofVenue, ({ venueId }) => purgeVenue(database, venueId)),
    daySlots: query(ofFacility.extend({ date: LocalDate.optional() }), (input) => daySlots(deps, input)),
    availability: query(
      ofFacility.extend({ from: LocalDate.optional(), to: LocalDate.optional() }),
      (input) => availability(deps, input),
    ),
    checkSlot: query(ofVenue.extend({ slotId: z.number(), placesAlone: z.boolean().optional() }), (input) =>
      checkSlot(deps, input),
    ),
    calendar: costly(CalendarRequest, (input) => slotCalendar(deps, input)),
    nextSlots: costly(ofVenue.extend({ most: z.int().min(1).optional() }), (input) => nextSlots(deps, input)),
    previewBlock: costly(ofBlock, (input) => previewBlock(deps, input)),
    blockSlots: mutation(ofBlock, async (input) => {
      const { facilityIds, ...result } = await blockSlots(deps, input);
      deps.publishSlotsChanged({ venueId: input.venueId, facilityIds });
      return result;
    }),
    listBlocks: query(ofVenue.extend(BlockQuery.shape), (input) => listBlocks(deps, input)),
    liftBlock: mutation(ofVenue.extend({ id: BlockId }), async (input) => {
      const { block, facilityIds } = await liftBlock(deps, input);
      deps.publishSlotsChanged({ venueId: input.venueId, facilityIds });
      return block;
    }),
    previewFacility: costly(PreviewRequest, (input) => previewFacility(deps, input)),
    previewSlot: query(ofSlotPatch, (input) => previewSlot(deps, input)),
    privateSlots: query(ofFacility, (input) => privateSlots(deps, input)),
    /** Booked slots that could not keep their clock time in another time zone. */
    findClashes: query(ofVenue.extend({ from: z.string(), to: z.string() }), (input) =>
      findClashes(database, input),
    ),
    findMet: query(AffectedRequest, (input) => findAffected(deps, input)),
    occupancy: costly(
      ofVenue.extend({ from: LocalDate, to: LocalDate, without: z.array(z.uuid()).optional() }),
      (input) => occupancy(database, input),
    ),
    offer: query(ofVenue.extend({ around: z.number().optional() }), (input) =>
      placesOffered(database, input),
    ),
    patchSlot: mutation(ofSlotPatch, async (input) => {
      const slot = await patchSlot(deps, input);
      const facilityId = parseSlotId(input.slotId)?.facilityId;
      if (facilityId) deps.publishSlotsChanged({ venueId: input.venueId, facilityIds: [facilityId] });
      return slot;
    }),

    reserve: mutation(ReserveRequest, (input) => reserve(input)),
    release: mutation(ofVenue.extend({ bookingUid: z.uuid() }), (input) => release(database, input)),
    resize: mutation(ResizeRequest, (input) => resize(deps, input)),
    settle: mutation(
      z.object({
        bookings: z.array(ofVenue.extend({ bookingUid: z.uuid() })),
        /** Decided changes of the number of people. */
        resizes: z.array(DecidedResize).max(500).default([]),
      }),
      async ({ bookings, resizes }) => {
        await settlePlaces(database, bookings);
        for (const decided of resizes) {
          const facilityId = await settleResize(database, decided);
          if (facilityId) deps.publishSlotsChanged({ venueId: decided.venueId, facilityIds: [facilityId] });
        }
      },
    ),
    unsettled: query(z.object({ olderThanMs: z.int(), limit: z.int() }), (input) =>
      listUnsettled(database, input),
    ),
    awaitApplied: query(z.object({ eventIds: z.array(z.uuid()) }), (input) =>
      awaitApplied(database, 'availability', input.eventIds),
    ),
    deadLetters: deadLetterRouter(deps.deadLetters),
    /** A venue that leaves for another installation, or arrives from one. */
    transfer: t.router({
      capacities: costly(exportPage, (input) => exportCapacities(database, input)),
      blocks: costly(exportPage, (input) => exportBlocks(database, input)),
      importCapacities: mutation(ImportedCapacities, (input) => importCapacities(deps, input)),
      importPlaces: mutation(ImportedPlaces, (input) => importPlaces(deps, input)),
      importBlocks: mutation(ImportedBlocks, (input) => importBlocks(deps, input)),
    }),
  });
}

export type AvailabilityRouter = ReturnType<typeof availabilityRouter>;
