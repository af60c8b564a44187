import { z } from 'zod';
import { singleLine } from '../primitives.ts';
import { withoutRules } from '../withoutRules.ts';

/**
 * A space that several facilities share and only one booking can use at a time: a hall, a court, a garden, a
 * crew.
 */

/** Maximum number of rooms per venue, and per facility. */
export const MAX_ROOMS = 50;
export const MAX_ROOMS_OF_FACILITY = 8;

export const RoomId = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

const settings = {
  name: singleLine(100).describe("Name for the venue's staff. Guests do not see it"),
};

export const Room = z.object({ id: RoomId, ...withoutRules(z.object(settings)).shape });
export type Room = z.infer<typeof Room>;

/** Body of `POST …/rooms`, and of `PATCH …/rooms/{id}`. */
export const NewRoom = z.strictObject(settings);
export type NewRoom = z.infer<typeof NewRoom>;
