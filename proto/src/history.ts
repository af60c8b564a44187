import { z } from 'zod';
import { LocalDate } from './primitives.ts';

/** What was done to bookings, when and by whom. */

/** Lines after which nothing is done to a booking that could be done again and again. */
export const MAX_HISTORY = 500;

const Value = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** One value that was changed. */
export const HistoryChange = z.object({
  what: z
    .string()
    .describe(
      'starts_at, facility, people, guests (of each category, by its key), add_ons (how many of each, likewise), amount, refund (of what was paid online), use (of a ticket), hours, or the setting that was changed; of a timetable only that it was',
    ),
  date: LocalDate.optional().describe('The booking day that it is about, where it is one'),
  before: Value.optional().describe('As in the note; null where there was none. Absent where it differs'),
  after: Value,
});
export type HistoryChange = z.infer<typeof HistoryChange>;

/** Who did what to a booking. No personal data of the guest. */
export const HistoryEntry = z.object({
  at: z.iso.datetime(),
  actor: z
    .string()
    .describe(
      'guest, operator, provider (of payments), bank (of the payer: `refunded` is what it took back, `refund_failed` what it returned), system, or `token` or `person` and the name of the one it was',
    ),
  action: z
    .string()
    .describe('created, confirmed, moved, corrected, noted, rules_changed, cancelled, checked_in, …'),
  note: z
    .string()
    .describe(
      'For example from when to when it was moved, `people: 4 → 6`, or which hours were changed over it; empty where the action says it all',
    ),
  changes: z
    .array(HistoryChange)
    .optional()
    .describe('What the note says, value by value; absent where it says something else'),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
