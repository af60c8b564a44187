import { z } from 'zod';
import { SlotId } from '../facility/slot.ts';
import { isDistinct, LocalDate, LocalDateTime } from '../primitives.ts';
import { BookingCancellation } from './adminBooking.ts';

/** Maximum number of bookings that one list moves or cancels. */
export const MAX_MOVES = 500;
/** How long the report of a list is kept, in days. */
export const MOVES_KEPT_DAYS = 60;
/** Maximum number of bookings in one preview. */
export const MAX_PREVIEWED_MOVES = 200;

const BookingIds = z
  .array(z.int().min(1))
  .min(1)
  .max(MAX_PREVIEWED_MOVES)
  .refine(isDistinct, 'must not name a booking twice')
  .describe('Ids of the bookings')
  .meta({ example: [1041, 1042] });

/** Body of `POST …/moves/preview`. */
export const MovesPreviewRequest = z.strictObject({
  booking_ids: BookingIds,
  date: LocalDate.describe('The booking day to move to'),
});
export type MovesPreviewRequest = z.infer<typeof MovesPreviewRequest>;

export const MovesPreview = z.object({
  bookings: z
    .array(
      z.object({
        booking_id: z.int(),
        reference: z.string().describe('Booking number for people'),
        customer_name: z.string(),
        facility: z.string(),
        starts_at: LocalDateTime,
        people: z.int(),
        slot_id: SlotId.nullable().describe(
          'The slot of that day at which it fits, the nearest in time. Bookings earlier in the list have taken theirs. Null: none',
        ),
        new_starts_at: LocalDateTime.nullable(),
      }),
    )
    .meta({
      example: [
        {
          ...{ booking_id: 1041, reference: 'K7QF-3MXT', customer_name: 'Anna Jansen', facility: 'Sauna' },
          ...{
            starts_at: '2026-12-05T10:00',
            people: 2,
            slot_id: 137862908,
            new_starts_at: '2026-12-12T10:00',
          },
        },
      ],
    }),
});
export type MovesPreview = z.infer<typeof MovesPreview>;

const MoveActionKind = z.enum(['move', 'cancel', 'ask']);

/** What happens to one booking of a list. */
export const MoveWish = z
  .strictObject({
    booking_id: z.int().min(1).meta({ example: 1041 }),
    action: MoveActionKind.describe(
      'move: to `slot_id`, at its price; cancel: as `refund` says; ask: the guest gets a mail with a link to choose another time or to cancel with a full refund, until the end of the day `until`. The booking keeps its place',
    ),
    slot_id: SlotId.optional().describe('Slot to move to'),
    refund: BookingCancellation.shape.refund,
    until: LocalDate.optional().describe('With `ask`: the last day on which the guest may choose'),
  })
  .refine(
    ({ action, slot_id, refund, until }) =>
      (action === 'move') === (slot_id !== undefined) &&
      (action === 'ask') === (until !== undefined) &&
      (action === 'cancel' || refund === undefined),
    'needs slot_id for a move and until to ask; refund is for a cancellation',
  );
export type MoveWish = z.infer<typeof MoveWish>;

/** Body of `POST …/moves`. */
export const NewMoves = z.strictObject({
  items: z
    .array(MoveWish)
    .min(1)
    .max(MAX_MOVES)
    .refine((items) => isDistinct(items.map(({ booking_id }) => booking_id)), 'must not name a booking twice')
    .describe('The bookings with what happens to each')
    .meta({ example: [{ booking_id: 1041, action: 'move', slot_id: 137862908 }] }),
});
export type NewMoves = z.infer<typeof NewMoves>;

/** A list of bookings that are moved or cancelled, with its progress. */
export const Moves = z.object({
  id: z.uuid(),
  due: z.int().describe('Number of bookings that are not done yet').meta({ example: 0 }),
  items: z
    .array(
      z.object({
        booking_id: z.int(),
        action: MoveActionKind,
        status: z
          .enum(['due', 'done', 'refused'])
          .describe('refused: the booking stays as it was, for the reason in `error_code`'),
        error_code: z.string().optional(),
        answer: z
          .enum(['waiting', 'changed', 'cancelled', 'none'])
          .optional()
          .describe(
            'Once the guest was asked. waiting: can still choose; changed: the booking was changed since, such as to another time; none: the guest did not answer in time, and the booking stays as it was',
          ),
      }),
    )
    .meta({ example: [{ booking_id: 1041, action: 'move', status: 'done' }] }),
});
export type Moves = z.infer<typeof Moves>;
