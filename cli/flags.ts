import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { dateOf, numberOf, weekdaysOf } from './typedValue.ts';

/** The part of JSON Schema that request schemas use. */
type JsonSchema = {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  writeOnly?: boolean;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
};

/** `secret`: JSON from a file or standard input, because other users can see command lines. */
type Kind =
  | 'text'
  | 'date'
  | 'number'
  | 'boolean'
  | 'word'
  | 'texts'
  | 'dates'
  | 'numbers'
  | 'weekdays'
  | 'json'
  | 'secret';

/** A flag for one property of a request. */
export type Flag = {
  /** The API's name: `max_advance_days`. */
  key: string;
  /** `--max-advance-days`; with the suffix `-file` for a secret: `--credentials-file`. */
  long: string;
  kind: Kind;
  /** Placeholder of the value in help texts; empty for a boolean. */
  value: string;
  /** Value of a `word` flag. */
  word?: string;
  /** Accepts `none` for null. */
  nullable: boolean;
  required: boolean;
  description: string;
};

/** Flags for the properties of a request schema. @param omit properties that are entered in another way */
export function flagsOf(schema: z.ZodType | undefined, omit: readonly string[] = []): Flag[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  return Object.entries(properties)
    .filter(([key]) => !omit.includes(key))
    .flatMap(([key, property]) => switchesOf(key, property) ?? flagOf(key, property, required.includes(key)));
}

/**
 * Flags for a property that is a boolean or a word: `--refund`, `--no-refund`, `--refund-rules`. Null for
 * others.
 */
function switchesOf(key: string, { anyOf, description = '' }: JsonSchema): Flag[] | null {
  const words = anyOf?.flatMap(({ const: word }) => (typeof word === 'string' ? [word] : [])) ?? [];
  if (words.length === 0 || !anyOf?.some(({ type }) => type === 'boolean')) return null;
  const flag = flagOf(key, { type: 'boolean', description }, false);
  return [
    flag,
    ...words.map(
      (word): Flag => ({
        ...flag,
        kind: 'word',
        word,
        long: `${flag.long}-${word}`,
        description: `As "${word}"`,
      }),
    ),
  ];
}

function flagOf(key: string, property: JsonSchema, required: boolean): Flag {
  const nullable = property.anyOf?.some(({ type }) => type === 'null') ?? false;
  const inner = nullable ? property.anyOf?.find(({ type }) => type !== 'null') : undefined;
  const schema = { ...property, ...inner };
  const kind = kindOf(schema);
  // The API uses null for "no value", flags use none.
  const described = (property.description ?? inner?.description ?? '').replaceAll(/\bnull\b/g, 'none');
  const choices = choicesOf(schema);
  const notes = [
    choices.length > 2 && `${kind === 'texts' ? 'any' : 'one'} of ${choices.join(', ')}`,
    kind === 'number' && rangeOf(schema),
    kind === 'json' && partsOfJson(schema),
    nullable && !/\bnone\b/.test(described) && 'or none',
    required && 'required',
    kind === 'secret' && 'JSON in a file, or - for standard input',
    property.default !== undefined &&
      !['json', 'secret'].includes(kind) &&
      `default: ${defaultOf(property, choices)}`,
  ].filter(Boolean);
  return {
    key,
    long: `--${key.replaceAll('_', '-')}${kind === 'secret' ? '-file' : ''}`,
    kind,
    value: valueName(kind, schema),
    nullable,
    required,
    description:
      described && notes.length > 0 ? `${described} (${notes.join('; ')})` : described || notes.join('; '),
  };
}

function kindOf({ type, format, items, writeOnly }: JsonSchema): Kind {
  if (writeOnly) return 'secret';
  if (type === 'string') return format === 'date' ? 'date' : 'text';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'array' && items?.type === 'string') return items.format === 'date' ? 'dates' : 'texts';
  if (type === 'array' && items?.type === 'integer') return isWeekday(items) ? 'weekdays' : 'numbers';
  return 'json';
}

/** Only weekdays have the range 1 to 7 in this API. */
const isWeekday = ({ minimum, maximum }: JsonSchema): boolean => minimum === 1 && maximum === 7;

/** The range of a number. Leaves out technical limits, such as the largest id. */
function rangeOf({ minimum, maximum }: JsonSchema): string | undefined {
  const [least, most] = [minimum, maximum].map((limit) =>
    limit === undefined || Math.abs(limit) >= 2 ** 27 - 1 ? undefined : limit,
  );
  if (most === undefined) return least !== undefined && least > 1 ? `at least ${least}` : undefined;
  return least === undefined ? `at most ${most}` : `${least} to ${most}`;
}

/** The properties of objects in JSON. */
function partsOfJson({ items, properties }: JsonSchema): string | undefined {
  const keys = Object.keys(items?.properties ?? properties ?? {});
  if (keys.length === 0) return undefined;
  return `${items ? 'a list of objects' : 'an object'} with ${keys.join(', ')}`;
}

const defaultOf = ({ default: value }: JsonSchema, choices: unknown[]): unknown =>
  choices.length > 0 && Array.isArray(value) && value.length === choices.length ? 'all' : value;

const choicesOf = ({ enum: own, items }: JsonSchema): unknown[] => own ?? items?.enum ?? [];

function valueName(kind: Kind, schema: JsonSchema): string {
  const choices = choicesOf(schema);
  if (kind === 'text') return choices.length === 2 ? choices.join('|') : 'text';
  if (kind === 'texts') return 'text,…';
  return {
    date: 'date',
    dates: 'date,…',
    number: 'n',
    numbers: 'n,…',
    weekdays: 'mon-fri,…',
    json: 'json',
    secret: 'file',
    boolean: '',
    word: '',
  }[kind];
}

/** Whether a flag takes a date or a list of dates. */
export const takesDates = ({ kind }: Flag): boolean => kind === 'date' || kind === 'dates';
/** Whether a flag takes a list. */
export const takesList = ({ kind }: Flag): boolean =>
  ['texts', 'dates', 'numbers', 'weekdays'].includes(kind);

/**
 * Parses the value of a flag. A repeated flag adds to its list; an empty text is an empty list.
 * @throws InvalidArgumentError for a value of another type
 */
export function readFlag({ kind, nullable }: Flag, typed: string, before: unknown): unknown {
  if (nullable && typed === 'none') return null;
  if (kind === 'date') return dateOf(typed);
  if (kind === 'number') return numberOf(typed);
  if (kind === 'json') return jsonOf(typed);
  if (kind === 'texts') return [...listOf(before), ...partsOf(typed)];
  if (kind === 'dates') return [...listOf(before), ...partsOf(typed).map((part) => dateOf(part))];
  if (kind === 'numbers') return [...listOf(before), ...partsOf(typed).map(numberOf)];
  if (kind === 'weekdays') return [...listOf(before), ...partsOf(typed).flatMap(weekdaysOf)];
  return typed;
}

/** Replaces the API's names of settings in a text, such as `opens_at`, by flags, such as `--opens-at`. */
export const inFlags = (text: string, flags: readonly Flag[]): string =>
  text.replace(/`(\w+)`/g, (word, key: string) => {
    const flag = flags.find((each) => each.key === key);
    return flag ? `\`${flag.long}\`` : word;
  });

const listOf = (before: unknown): unknown[] => (Array.isArray(before) ? before : []);

const partsOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function jsonOf(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}
