import { z } from 'zod';
import { canonicalEmail, EMAIL_PATTERN, isNonAsciiName, MAX_EMAIL_LENGTH } from './emailAddress.ts';
import { containsWebAddress } from './webAddress.ts';

/** An existing calendar date, `YYYY-MM-DD`. */
export const LocalDate = z.iso
  .date({
    error: ({ input }) => (input === undefined ? 'is required' : 'must be a date that exists, as YYYY-MM-DD'),
    abort: true,
  })
  .refine((date) => date >= '1900-01-01', 'must be a date from 1900 on');
/** A date that has a representable next day (before the year 9999). */
export const CountableDate = LocalDate.refine((date) => date < '9999', 'must be before the year 9999');
/** A time of day, `HH:MM`, 00:00 to 23:59. */
export const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, as HH:MM')
  .describe('HH:MM');
export type TimeOfDay = z.infer<typeof TimeOfDay>;

/** Venue-local date and time without a zone, `YYYY-MM-DDTHH:MM`. */
export const LocalDateTime = z.string().describe("The venue's local time, YYYY-MM-DDTHH:MM");

export const Locale = z.enum(['nl', 'en', 'de', 'fr']);
export type Locale = z.infer<typeof Locale>;

/** Below 2^27, so that slot ids are exact in a double (see slotId.ts). */
export const FacilityId = z
  .int()
  .min(1)
  .max(2 ** 27 - 1);
export const VenueId = z.int().min(1);

/** Maximum party size, the same as the maximum number of places in a slot. */
export const MAX_PEOPLE = 100_000;
export const People = z.int().min(1).max(MAX_PEOPLE);

export const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

const NOT_AN_ADDRESS = 'must be an e-mail address';
const error = ({ input }: { input?: unknown }) => {
  if (input === undefined) return 'is required';
  return typeof input === 'string' && isNonAsciiName(input)
    ? `${NOT_AN_ADDRESS} without accents or other scripts before the @`
    : NOT_AN_ADDRESS;
};
/** An e-mail address, as a person types it. Its output is the stored form; see {@link canonicalEmail}. */
export const Email = z
  .string({ error })
  .overwrite(canonicalEmail)
  .max(MAX_EMAIL_LENGTH, { error: `must have at most ${MAX_EMAIL_LENGTH} characters`, abort: true })
  .email({ error, pattern: EMAIL_PATTERN });

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Characters that change the direction of the text after a name. Plain direction marks do not. */
const DIRECTION_CHANGES = /[\u202a-\u202e\u2066-\u2069]/;

/** Visible characters: not white space and not blank ones such as U+200B and U+3164. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Whether a text has no visible characters. */
export const isInvisible = (text: string): boolean => !VISIBLE.test(text);

/**
 * Text that PostgreSQL and JSON accept: no lone surrogates and no control characters except the allowed ones.
 */
const isStorable = (text: string, allowed = /(?!)/g): boolean =>
  text.isWellFormed() && !CONTROL.test(text.replace(allowed, ''));
const maxLength = (max: number): [number, string] => [max, `must have at most ${max} characters`];
const EMPTY = 'must not be empty';
const INVALID_TEXT = 'must not contain invisible characters';
const HAS_WEB_ADDRESS = 'must not contain a web address, as mail programs make a link of it';
const INVALID_LINE = 'must be on one line, without invisible characters or ones that turn text around';

/**
 * Text on one line: trimmed, `min` to `max` characters, without control characters or characters that change
 * the text direction.
 */
export const singleLine = (max: number, min = 1) => lineOf(z.string(), max, min);
/**
 * Like {@link singleLine}, for a guest's input. Removes characters that change the text direction instead of
 * rejecting them, because contact apps add them to copied text. Text without visible characters counts as
 * empty.
 */
export const guestLine = (max: number, min = 1) =>
  lineOf(
    z.string().overwrite((text) => text.replace(new RegExp(DIRECTION_CHANGES, 'g'), '')),
    max,
    min,
  ).refine((text) => min === 0 || text === '' || !isInvisible(text), EMPTY);

/**
 * A name that others see in mails and on pages, such as that of a venue or facility. It must be visible and
 * must not contain anything that mail programs turn into a link.
 */
export const nameLine = (max: number) =>
  singleLine(max)
    .refine((text) => text === '' || !isInvisible(text), EMPTY)
    .refine((text) => !containsWebAddress(text), HAS_WEB_ADDRESS);

const lineOf = (text: z.ZodString, max: number, min: number) =>
  text
    .trim()
    .min(min, min === 1 ? EMPTY : `must have at least ${min} characters`)
    .max(...maxLength(max))
    .refine((text) => isStorable(text) && !DIRECTION_CHANGES.test(text), INVALID_LINE);

/** Text with line breaks and tabs, but no other control characters. */
export const multiLine = (max: number) =>
  z
    .string()
    .max(...maxLength(max))
    .refine((text) => isStorable(text, /[\r\n\t]/g), INVALID_TEXT);

/** The API uses euros with at most two decimals; internally amounts are cents. */
export const hasTwoDecimals = (value: number): boolean =>
  Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
export const TWO_DECIMALS = 'must have at most two decimals';

export const Euro = z.number().min(0).max(100_000).refine(hasTwoDecimals, TWO_DECIMALS);
export const Percent = z.number().min(0).max(1000).refine(hasTwoDecimals, TWO_DECIMALS);
export const toCents = (euro: number): number => Math.round(euro * 100);
export const toEuro = (cents: number): number => cents / 100;

/** A patch without undefined values, so that spreading it changes only the given ones. */
export const withoutUndefined = <T extends object>(patch: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** Prefix lengths of a network: what a provider gives one customer at no extra cost. */
export const NETWORK_BITS = { v4: 24, v6: 48 } as const;
