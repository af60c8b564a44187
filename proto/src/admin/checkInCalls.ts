import { z } from 'zod';
import { CheckInList, ScanResult, Scans } from '../checkIns.ts';
import type { CallGroup } from './adminCall.ts';
import { venue } from './things.ts';

/** What a device at the door works with, without a network as well. */
export const checkInCalls = {
  about: 'Checking guests in at the door, without a network as well',
  tag: 'bookings',
  calls: {
    showCheckInList: {
      verb: 'list',
      does: 'Show whom to expect today, for a device to keep',
      more: 'The bookings of the current booking day, those that still go on from the day before, and those that can be checked in before the day is over, at most a day ahead. Tickets are in it as hashes: whoever reads the list can recognise them, but not open or cancel a booking.',
      method: 'GET',
      of: venue,
      path: '/check-ins',
      role: 'desk',
      answers: CheckInList,
    },
    sendScans: {
      verb: 'send',
      does: 'Send the scans of a device, also those that it remembered while it had no network',
      more: 'Each is answered by itself, in the order of the request. A ticket that was used before is noted in the history of the booking, once for each device.',
      method: 'POST',
      of: venue,
      path: '/check-ins',
      role: 'desk',
      input: Scans,
      answers: z.object({ results: z.array(ScanResult) }),
    },
  },
} as const satisfies CallGroup;
