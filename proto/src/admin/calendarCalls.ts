import { z } from 'zod';
import {
  Block,
  BlockQuery,
  BlockRequest,
  BlockResult,
  Calendar,
  CalendarQuery,
  MAX_BLOCKS,
} from '../booking/calendar.ts';
import type { CallGroup } from './adminCall.ts';
import { block, venue } from './resources.ts';

/** Calls of the calendar. */

export const calendarCalls = {
  about: 'The slots of all facilities with their bookings, by booking day',
  tag: 'calendar',
  calls: {
    showCalendar: {
      verb: 'show',
      does: 'Show the slots of all facilities with their bookings, by booking day',
      more: 'Cancelled and expired bookings are left out.',
      method: 'GET',
      of: venue,
      path: '/calendar',
      role: 'desk',
      input: CalendarQuery,
      answers: Calendar,
    },
    blockSlots: {
      verb: 'block',
      does: 'Block or unblock some days and hours of facilities, rooms or the whole venue',
      more: 'Slots that are only partly within these hours are blocked as well. A block stays when the opening hours change.',
      method: 'POST',
      of: venue,
      path: '/blocks',
      input: BlockRequest,
      mayMeetBookings: true,
      answers: BlockResult,
      errors: { 409: 'To unblock: a block of the whole venue or of a room covers the time' },
    },
  },
} as const satisfies CallGroup;

export const blockCalls = {
  about: 'Blocked times',
  tag: 'calendar',
  calls: {
    listBlocks: {
      verb: 'list',
      does: 'List the blocked times by start',
      more: `At most ${MAX_BLOCKS}.`,
      method: 'GET',
      of: venue,
      path: '/blocks',
      role: 'desk',
      input: BlockQuery,
      answers: z.array(Block),
      columns: ['id', 'facility_id', 'room_id', 'starts_at', 'ends_at', 'reason'],
    },
    liftBlock: {
      verb: 'lift',
      does: 'Lift a block, so that its times can be booked again',
      method: 'DELETE',
      of: block,
      answers: Block,
    },
  },
} as const satisfies CallGroup;
