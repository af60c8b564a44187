import { z } from 'zod';
import { holdsWebAddress } from './webAddress.ts';

/** A calendar date that exists, `YYYY-MM-DD`. */
export const LocalDate = z.iso
  .date({
    error: ({ input }) => (input === undefined ? 'is required' : 'must be a date that exists, as YYYY-MM-DD'),
    abort: true,
  })
  .refine((date) => date >= '1900-01-01', 'must be a date from 1900 on');
/** One that has days behind it: what follows the year 9999 is no longer written like that. */
export const CountableDate = LocalDate.refine((date) => date < '9999', 'must be before the year 9999');
/** A time of day, `HH:MM`, 00:00 to 23:59. */
export const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, as HH:MM')
  .describe('HH:MM');
export type TimeOfDay = z.infer<typeof TimeOfDay>;

/** Venue-local date and time without zone, `YYYY-MM-DDTHH:MM`. */
export const LocalDateTime = z.string().describe("The venue's local time, YYYY-MM-DDTHH:MM");

export const Locale = z.enum(['nl', 'en']);
export type Locale = z.infer<typeof Locale>;

/** Facility ids stay below 2^27 so that slot ids stay exact in a double (see slotId.ts). */
export const FacilityId = z
  .int()
  .min(1)
  .max(2 ** 27 - 1);
export const VenueId = z.int().min(1);

/** People of a party: as many as a slot can have places. */
export const MOST_PEOPLE = 100_000;
export const People = z.int().min(1).max(MOST_PEOPLE);

/** Whether a list names nothing twice. */
export const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

const error = ({ input }: { input?: unknown }) =>
  input === undefined ? 'is required' : 'must be an e-mail address';
/** An e-mail address, as a person types it. */
export const Email = z.email({ error }).max(254);
/** What nobody sees in an address: soft hyphens, what has no width, and marks of direction. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** That of a guest, who may have copied more than can be seen: it is taken out. */
export const GuestEmail = z
  .string({ error })
  .overwrite((text) => text.replace(UNSEEN, ''))
  .email({ error })
  .max(254);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Turns what follows the other way round, past the end of a name; marks of direction do not do that. */
const TURNS_TEXT = /[\u202a-\u202e\u2066-\u2069]/;

/** What is seen: neither white space, nor what has no shape of its own, such as U+200B and U+3164. */
const SEEN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Whether there is nothing to read in a text. */
export const isUnseen = (text: string): boolean => !SEEN.test(text);

/** Text that PostgreSQL and JSON can hold: no lone surrogates, no control characters but the allowed. */
const isClean = (text: string, allowed = /(?!)/g): boolean =>
  text.isWellFormed() && !CONTROL.test(text.replace(allowed, ''));
/** For a text of at most so many characters. */
const longest = (max: number): [number, string] => [max, `must have at most ${max} characters`];
const EMPTY = 'must not be empty';
const UNCLEAN = 'must not contain invisible characters';
const WITH_ADDRESS = 'must not contain a web address, as mail programs make a link of it';
const UNCLEAN_LINE = 'must be on one line, without invisible characters or ones that turn text around';

/**
 * Text on one line: trimmed, without control characters, those that turn text around among them, `min` to
 * `max` characters.
 */
export const singleLine = (max: number, min = 1) => lineOf(z.string(), max, min);
/**
 * The same of a guest. What turns text around is taken out, as apps for contacts put it around what is
 * copied: only their own texts, which nobody reads for the venue's. What is all unseen counts as empty.
 */
export const guestLine = (max: number, min = 1) =>
  lineOf(
    z.string().overwrite((text) => text.replace(new RegExp(TURNS_TEXT, 'g'), '')),
    max,
    min,
  ).refine((text) => min === 0 || text === '' || !isUnseen(text), EMPTY);

/**
 * A name that others read in mails and on pages, as of a venue or of what it offers: something to see, and
 * nothing that mail programs make a link of.
 */
export const nameLine = (max: number) =>
  singleLine(max)
    .refine((text) => text === '' || !isUnseen(text), EMPTY)
    .refine((text) => !holdsWebAddress(text), WITH_ADDRESS);

const lineOf = (text: z.ZodString, max: number, min: number) =>
  text
    .trim()
    .min(min, min === 1 ? EMPTY : `must have at least ${min} characters`)
    .max(...longest(max))
    .refine((text) => isClean(text) && !TURNS_TEXT.test(text), UNCLEAN_LINE);

/** Text that may hold line breaks and tabs, but no other control characters. */
export const multiLine = (max: number) =>
  z
    .string()
    .max(...longest(max))
    .refine((text) => isClean(text, /[\r\n\t]/g), UNCLEAN);

/** Amounts cross the edge in euro with at most two decimals and are cents inside. */
export const hasTwoDecimals = (value: number): boolean =>
  Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
export const TWO_DECIMALS = 'must have at most two decimals';

export const Euro = z.number().min(0).max(100_000).refine(hasTwoDecimals, TWO_DECIMALS);
export const Percent = z.number().min(0).max(1000).refine(hasTwoDecimals, TWO_DECIMALS);
export const toCents = (euro: number): number => Math.round(euro * 100);
export const toEuro = (cents: number): number => cents / 100;

/** A patch without the keys that were not given, so that spreading it changes only what was. */
export const given = <T extends object>(patch: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
