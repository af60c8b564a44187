import { z } from 'zod';
import { CheckInList, ScanResult, Scans } from '../booking/checkIns.ts';
import type { CallGroup } from './adminCall.ts';
import { venue } from './resources.ts';

/** Calls of check-in devices, which may be offline for a time. */
export const checkInCalls = {
  about: 'Check-in at the door, also offline',
  tag: 'bookings',
  calls: {
    showCheckInList: {
      verb: 'list',
      does: 'Show the expected guests of today, for check-in devices',
      more: 'The bookings of the current booking day, those of the previous day that have not ended, and those whose check-in begins before the day ends, at most a day ahead. The list contains hashes of tickets: they identify a ticket but cannot open or cancel a booking.',
      method: 'GET',
      of: venue,
      path: '/check-ins',
      role: 'desk',
      answers: CheckInList,
    },
    sendScans: {
      verb: 'send',
      does: 'Send the scans of a device, including those made offline',
      more: 'Returns a result for each scan, in the order of the request. Repeated use of a ticket is recorded in the history of the booking, once per device.',
      method: 'POST',
      of: venue,
      path: '/check-ins',
      role: 'desk',
      input: Scans,
      answers: z.object({ results: z.array(ScanResult) }),
    },
  },
} as const satisfies CallGroup;
