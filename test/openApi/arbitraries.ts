import { codePoint } from '@venue-booking/proto/testing/codePoint';
import fc from 'fast-check';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};

/** Fixed values for fields that could cause network calls beyond this machine or use a real provider. */
const harmless: Record<string, unknown> = {
  url: 'http://127.0.0.1:9/hook',
  provider: 'sandbox',
  domains: [],
};
const formats: Record<string, fc.Arbitrary<unknown>> = {
  date: fc
    .date({ min: new Date('1999-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  'date-time': fc.constant('2026-11-22T10:00:00Z'),
  email: fc.emailAddress(),
  uuid: fc.uuid(),
  uri: fc.webUrl(),
};
const types: Record<string, (schema: Schema, resolve: Resolve) => fc.Arbitrary<unknown>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = -(2 ** 53), maximum = 2 ** 53 - 1 }) =>
    fc.oneof(
      fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }),
      fc.constantFrom(minimum, maximum),
    ),
  number: ({ minimum = -1e9, maximum = 1e9 }) =>
    fc.oneof(fc.double({ min: minimum, max: maximum, noNaN: true }), fc.constantFrom(minimum, maximum)),
  string: ({ format = '', pattern, minLength = 0, maxLength = 60 }) => {
    if (formats[format]) return formats[format];
    const longest = Math.min(maxLength, Math.max(minLength, 60));
    const any = fc.string({ minLength, maxLength: longest, unit: codePoint });
    if (pattern === undefined) return fc.oneof(fc.string({ minLength, maxLength: longest }), any);
    try {
      return fc.stringMatching(new RegExp(pattern));
    } catch {
      return any; // a pattern that looks ahead
    }
  },
  array: ({ items = {}, minItems = 0, maxItems = 3 }, resolve) =>
    fc.array(arbitraryOf(items, resolve), { minLength: minItems, maxLength: Math.min(maxItems, 3) }),
  object: ({ properties = {}, required = [] }, resolve) =>
    fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [
          name,
          name in harmless ? fc.constant(harmless[name]) : arbitraryOf(schema, resolve),
        ]),
      ),
      { requiredKeys: required },
    ),
};

/** Resolves a `$ref` to its schema. */
export type Resolve = (ref: string) => Schema;

/** Values that match a schema, as far as these types support it. */
export function arbitraryOf(schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  if (schema.$ref) return arbitraryOf(resolve(schema.$ref), resolve);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return fc.oneof(...several.map((one) => arbitraryOf(one, resolve)));
  const kinds = [schema.type ?? []].flat().map((type) => types[type]?.(schema, resolve) ?? fc.jsonValue());
  return kinds.length > 0 ? fc.oneof(...kinds) : fc.jsonValue();
}

/** Request bodies: most match the schema, some have one wrong or extra field, and some are not objects. */
export function bodyOf(schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  const valid = arbitraryOf(schema, resolve);
  const spoilt = fc
    .tuple(valid, fc.nat(), fc.option(fc.jsonValue(), { nil: undefined }))
    .map(([body, index, value]) => {
      if (typeof body !== 'object' || body === null) return value ?? null;
      const names = Object.keys(body);
      const name = names[index % names.length];
      return name === undefined || name in harmless ? { ...body, other: value } : { ...body, [name]: value };
    });
  return fc.oneof(
    { weight: 3, arbitrary: valid },
    { weight: 2, arbitrary: spoilt },
    { weight: 1, arbitrary: fc.jsonValue().filter((value) => !isObject(value)) },
  );
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
