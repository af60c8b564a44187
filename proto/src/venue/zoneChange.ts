import { z } from 'zod';

/** What bookings keep when the time zone of their venue changes. */
export const ZoneKeep = z.enum(['clock', 'instant']);

/** How bookings follow a change of the time zone, and whether guests are notified of it. */
export const ZoneChangeChoice = z.object({ keep: ZoneKeep, notify: z.boolean() });
export type ZoneChangeChoice = z.infer<typeof ZoneChangeChoice>;

/** The choice in a request body. */
export const ZoneChange = z.object({
  keep: ZoneKeep.optional().describe(
    'What bookings keep if `timezone` changes. clock: the time of day, so that they move together with their places and rooms, past ones too. instant: the moment, so that guests read another time of day. Required if a change affects upcoming bookings; `force` alone means instant',
  ),
  notify: z
    .boolean()
    .optional()
    .describe(
      'Whether to notify the guests of these bookings by mail; default: only if they keep the instant',
    ),
});
export type ZoneChange = z.infer<typeof ZoneChange>;
