import { z } from 'zod';
import { LocalDate } from '../primitives.ts';

/** The history of bookings: what was done, when and by whom. */

/** Number of entries after which actions that can be repeated without end are rejected. */
export const MAX_HISTORY = 500;

const Value = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** A changed value. */
export const HistoryChange = z.object({
  what: z
    .string()
    .describe(
      'starts_at, facility, people, guests (number per category, by key), add_ons (number of each, by key), amount, refund (of the online payment), to_return (at the desk, by hand), use (of a ticket), hours, or the changed setting. For a timetable only the fact that it changed',
    ),
  date: LocalDate.optional().describe('The booking day that it applies to, if it is a single one'),
  before: Value.optional().describe(
    'Value before the change, as in the note; null if there was none. Absent if it differs between days',
  ),
  after: Value,
});
export type HistoryChange = z.infer<typeof HistoryChange>;

/**
 * The action of an entry with the reason of a refund. The venue writes the reason and may name the guest, so
 * it is erased with the guest.
 */
export const REFUND_REASON = 'refund_requested';

/** Actions whose note the venue writes freely. It may name the guest, so it is erased with the guest. */
export const FREE_TEXT_ACTIONS: readonly string[] = [REFUND_REASON, 'message_sent'];

/** An entry in a booking's history. Contains no personal data, except in {@link FREE_TEXT_ACTIONS}. */
export const HistoryEntry = z.object({
  at: z.iso.datetime(),
  actor: z
    .string()
    .describe(
      'guest, operator (a named one with an e-mail address), provider (of payments), bank (of the payer: `refunded` is a chargeback, `refund_failed` a returned one), system, or `token` or `person` with its name',
    ),
  action: z
    .string()
    .describe(
      'created, confirmed, moved, corrected, noted, rules_changed, cancelled, checked_in, desk_paid, desk_returned, desk_undone, message_sent (its subject is the note), choice_offered (free until the time in the note), …',
    ),
  note: z
    .string()
    .describe(
      'Details, for example the old and new time, `people: 4 → 6`, or the changed opening hours; may be empty',
    ),
  changes: z
    .array(HistoryChange)
    .optional()
    .describe('The changes in the note as separate values; absent for other notes'),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
