import { z } from 'zod';
import { Visit } from '../auth/operator.ts';
import { multiLine } from '../primitives.ts';
import { Venue } from './venue.ts';

/** Days during which a deleted venue can be restored. Then its data are purged. */
export const RESTORE_DAYS = 30;

/** Body of `POST /api/admin/venues/{slug}/suspend`. */
export const Suspending = z.strictObject({
  reason: multiLine(500)
    .min(1, 'must not be empty')
    .describe('The reason, which the people of the venue read'),
});

/** Whether a venue is suspended or deleted. */
export const VenueState = z.object({
  state: z
    .enum(['active', 'suspended', 'deleted'])
    .describe(
      '`suspended`: it takes no online bookings, whatever `live` says. `deleted`: also, its people can only read and export, and its data are purged at `purge_at`',
    ),
  since: z.iso.datetime().nullable().describe('When it was suspended or deleted; null if it is active'),
  reason: z.string().nullable().describe('Why it was suspended; null if it is not'),
  purge_at: z.iso
    .datetime()
    .optional()
    .describe('When the data of a deleted venue are purged, unless it is restored before; else absent'),
  visits: z.array(Visit).optional().describe('Operators who may use the venue now. Owners only'),
});
export type VenueState = z.infer<typeof VenueState>;

/** A venue in the operator's list. A catalog of the previous release omits its state. */
export const ListedVenue = Venue.extend(VenueState.omit({ visits: true }).partial().shape);
export type ListedVenue = z.infer<typeof ListedVenue>;
