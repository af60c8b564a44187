import { z } from 'zod';
import { Locale, nameLine } from '../primitives.ts';

/** Common fields of a price list's items: a key for programs and a name for guests. */

const MAX_KEY_LENGTH = 30;

export const ItemKey = z
  .string()
  .regex(
    new RegExp(`^[a-z][a-z0-9_]{0,${MAX_KEY_LENGTH - 1}}$`),
    `must be at most ${MAX_KEY_LENGTH} characters: lower-case letters, digits and underscores, starting with a letter`,
  )
  .describe('Key used in bookings. Guests see the name instead');

const inOneLanguage = nameLine(60).optional();
export const ItemName = z
  .strictObject(
    Object.fromEntries(Locale.options.map((locale) => [locale, inOneLanguage])) as Record<
      Locale,
      typeof inOneLanguage
    >,
  )
  .refine((name) => Object.values(name).some((text) => text !== undefined), 'must be given in a language')
  .describe(
    "Name for guests, in one or more languages. Guests of other languages read the English or the venue's",
  );

/** The name of an item for guests. Older clients read only Dutch and English, which are always present. */
export const ShownName = z
  .object({ nl: z.string(), en: z.string(), de: z.string().optional(), fr: z.string().optional() })
  .describe('Name for guests, by language. Without German or French, use the English one');
export type ShownName = z.infer<typeof ShownName>;

/** An item of a booking with its count and its name at the time of booking. */
export const BookedItem = z.object({
  key: z.string().describe('Key in the price list'),
  name: ShownName,
  count: z.int().describe('Number'),
});

/** A validation error of one field in a list, found across fields. */
export type Fault = { path: (string | number)[]; message: string };
