import { z } from 'zod';
import { nameLine } from './primitives.ts';

/** What each of a price list's items has: what programs call it, and what guests read. */

export const ItemKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,29}$/, 'must be a to z, digits and underscores, from a letter on, at most 30')
  .describe('What bookings call it; what guests read is its name');

export const ItemName = z
  .strictObject({ nl: nameLine(60), en: nameLine(60) })
  .describe('What guests read, in each language');

/** So many of an item, as it was called when it was booked. */
export const BookedItem = z.object({
  key: z.string().describe('Its key in the price list'),
  name: z.object({ nl: z.string(), en: z.string() }).describe('What guests read, in each language'),
  count: z.int().describe('How many of them'),
});

/** What is wrong with one field of a list, beside what the field's own schema says. */
export type Fault = { path: (string | number)[]; message: string };
