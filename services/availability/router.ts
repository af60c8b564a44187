import { type DeadLetters, deadLetterRouter } from '@venue-booking/kit/events/deadLetters';
import { awaitApplied } from '@venue-booking/kit/events/inbox';
import { t } from '@venue-booking/kit/messaging/rpc';
import { createCostlyReads } from '@venue-booking/kit/process/costlyReads';
import { BlockRequest } from '@venue-booking/proto/calendar';
import { LocalDate } from '@venue-booking/proto/primitives';
import { MeetsRequest } from '@venue-booking/proto/rulesChange';
import { DecidedResize, ReserveRequest, ResizeRequest, SlotPatch } from '@venue-booking/proto/slot';
import { parseSlotId } from '@venue-booking/proto/slotId';
import type { SlotsChanged } from '@venue-booking/proto/subjects';
import { z } from 'zod';
import { blockSlots, previewBlock } from './blockSlots.ts';
import { CalendarRequest, slotCalendar } from './calendar.ts';
import { findMet } from './findMet.ts';
import { givePlacesBack, listUnsettled, settlePlaces } from './ledger.ts';
import { settleResize } from './ledgerResize.ts';
import { occupancy } from './occupancy.ts';
import { patchSlot, previewSlot } from './patchSlot.ts';
import { PreviewRequest, previewFacility } from './previewFacility.ts';
import { availability, checkSlot, daySlots } from './reads.ts';
import { createReserve, type ReserveDeps } from './reserve.ts';
import { type ResizeDeps, resize } from './resize.ts';

const ofVenue = z.object({ venueId: z.int() });
const ofFacility = ofVenue.extend({ facilityId: z.int() });
const ofBlock = ofVenue.extend({ block: BlockRequest });
const ofSlotPatch = ofVenue.extend({ slotId: z.number(), patch: SlotPatch });

/** What availability answers. */
export function availabilityRouter(
  deps: ReserveDeps &
    ResizeDeps & { deadLetters: DeadLetters; tellSlotsChanged: (news: SlotsChanged) => void },
) {
  const { database } = deps;
  const costly = createCostlyReads();
  const reserve = createReserve(deps);
  return t.router({
    ping: t.procedure.query(() => 'pong' as const),
    daySlots: t.procedure
      .input(ofFacility.extend({ date: LocalDate.optional() }))
      .query(({ input }) => daySlots(deps, input)),
    availability: t.procedure
      .input(ofFacility.extend({ from: LocalDate.optional(), to: LocalDate.optional() }))
      .query(({ input }) => availability(deps, input)),
    checkSlot: t.procedure
      .input(ofVenue.extend({ slotId: z.number(), placesAlone: z.boolean().optional() }))
      .query(({ input }) => checkSlot(deps, input)),
    calendar: t.procedure
      .input(CalendarRequest)
      .query(({ input }) => costly(input.venueId, () => slotCalendar(deps, input))),
    previewBlock: t.procedure
      .input(ofBlock)
      .query(({ input }) => costly(input.venueId, () => previewBlock(deps, input))),
    blockSlots: t.procedure.input(ofBlock).mutation(async ({ input }) => {
      const result = await blockSlots(deps, input);
      deps.tellSlotsChanged({ venueId: input.venueId, facilityIds: input.block.facilities });
      return result;
    }),
    previewFacility: t.procedure
      .input(PreviewRequest)
      .query(({ input }) => costly(input.venueId, () => previewFacility(deps, input))),
    previewSlot: t.procedure.input(ofSlotPatch).query(({ input }) => previewSlot(deps, input)),
    findMet: t.procedure.input(MeetsRequest).query(({ input }) => findMet(deps, input)),
    occupancy: t.procedure
      .input(ofVenue.extend({ from: LocalDate, to: LocalDate }))
      .query(({ input }) => costly(input.venueId, () => occupancy(database, input))),
    patchSlot: t.procedure.input(ofSlotPatch).mutation(async ({ input }) => {
      const slot = await patchSlot(deps, input);
      const facilityId = parseSlotId(input.slotId)?.facilityId;
      if (facilityId) deps.tellSlotsChanged({ venueId: input.venueId, facilityIds: [facilityId] });
      return slot;
    }),

    reserve: t.procedure.input(ReserveRequest).mutation(({ input }) => reserve(input)),
    release: t.procedure
      .input(ofVenue.extend({ bookingUid: z.uuid() }))
      .mutation(({ input }) => givePlacesBack(database, input.venueId, input.bookingUid)),
    resize: t.procedure.input(ResizeRequest).mutation(({ input }) => resize(deps, input)),
    settle: t.procedure
      .input(
        z.object({
          bookings: z.array(ofVenue.extend({ bookingUid: z.uuid() })),
          /** Numbers of people that were changing. */
          resizes: z.array(DecidedResize).max(500).default([]),
        }),
      )
      .mutation(async ({ input: { bookings, resizes } }) => {
        await settlePlaces(database, bookings);
        for (const decided of resizes) {
          const facilityId = await settleResize(database, decided);
          if (facilityId) deps.tellSlotsChanged({ venueId: decided.venueId, facilityIds: [facilityId] });
        }
      }),
    unsettled: t.procedure
      .input(z.object({ olderThanMs: z.int(), limit: z.int() }))
      .query(({ input }) => listUnsettled(database, input)),
    awaitApplied: t.procedure
      .input(z.object({ eventIds: z.array(z.uuid()) }))
      .query(({ input }) => awaitApplied(database, 'availability', input.eventIds)),
    deadLetters: deadLetterRouter(deps.deadLetters),
  });
}

export type AvailabilityRouter = ReturnType<typeof availabilityRouter>;
