import { BlockRequest, BlockResult, Calendar, CalendarQuery } from '../booking/calendar.ts';
import type { CallGroup } from './adminCall.ts';
import { venue } from './resources.ts';

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
      does: 'Block or unblock the slots of some days and hours',
      more: 'Includes slots that are only partly within these hours.',
      method: 'POST',
      of: venue,
      path: '/blocks',
      input: BlockRequest,
      mayMeetBookings: true,
      answers: BlockResult,
    },
  },
} as const satisfies CallGroup;
