import { z } from 'zod';
import { nameLine } from '../primitives.ts';

/** Common fields of a price list's items: a key for programs and a name for guests. */

const MAX_KEY_LENGTH = 30;

export const ItemKey = z
  .string()
  .regex(
    new RegExp(`^[a-z][a-z0-9_]{0,${MAX_KEY_LENGTH - 1}}$`),
    `must be at most ${MAX_KEY_LENGTH} characters: lower-case letters, digits and underscores, starting with a letter`,
  )
  .describe('Key used in bookings. Guests see the name instead');

export const ItemName = z
  .strictObject({ nl: nameLine(60), en: nameLine(60) })
  .describe('Name for guests, in each language');

/** An item of a booking with its count and its name at the time of booking. */
export const BookedItem = z.object({
  key: z.string().describe('Key in the price list'),
  name: z.object({ nl: z.string(), en: z.string() }).describe('Name for guests, in each language'),
  count: z.int().describe('Number'),
});

/** A validation error of one field in a list, found across fields. */
export type Fault = { path: (string | number)[]; message: string };
