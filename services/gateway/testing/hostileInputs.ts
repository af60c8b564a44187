import { z } from 'zod';

/** An input that has the requested size at one place of its schema, and is minimal elsewhere. */
export type HostileInput = { place: string; make: (bytes: number) => unknown };

type Schema = {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  minimum?: number;
};

/** Texts that make regular expressions backtrack. */
const TEXTS = ['a', '.', ' ', '\n', '/', '@', 'a.', 'a@'];

/** Inputs of a schema. Each puts all its bytes into one list, object or text. */
export function* hostileInputs(schema: z.ZodType): Generator<HostileInput> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema & {
    $defs?: Record<string, Schema>;
  };
  const meant = (one: Schema): Schema => {
    const name = one.$ref?.split('/').at(-1) ?? '';
    if (one.$ref) return meant(one.$ref === '#' ? root : (root.$defs?.[name] ?? {}));
    return one.allOf ? Object.assign({}, one, ...one.allOf.map(meant)) : one;
  };
  const branches = (one: Schema): Schema[] => {
    const { anyOf, oneOf } = meant(one);
    const found = anyOf ?? oneOf;
    return found ? found.flatMap(branches) : [meant(one)];
  };

  const small = (one: Schema, depth = 0): unknown => {
    const [first = {}] = branches(one);
    if (first.const !== undefined) return first.const;
    if (first.enum) return first.enum[0];
    if (depth > 6) return null;
    if (first.type === 'object')
      return Object.fromEntries(
        (first.required ?? []).map((name) => [name, small(first.properties?.[name] ?? {}, depth + 1)]),
      );
    if (first.type === 'array')
      return Array.from({ length: first.minItems ?? 0 }, () => small(first.items ?? {}, depth + 1));
    if (first.type === 'string') return '2030-01-01';
    if (first.type === 'boolean') return true;
    return first.type === 'null' ? null : Math.max(1, first.minimum ?? 1);
  };

  /** @param put wraps the value at this place into a whole input */
  function* at(
    one: Schema,
    place: string,
    put: (here: unknown) => unknown,
    depth: number,
  ): Generator<HostileInput> {
    if (depth > 6) return;
    for (const branch of branches(one)) {
      if (branch.type === 'string')
        for (const text of TEXTS)
          yield {
            place: `${place} of ${JSON.stringify(text)}`,
            // The last character makes an expression fail after it has scanned the whole text.
            make: (bytes) => put(`${text.repeat(bytes / text.length)}\u0001`),
          };
      if (branch.type === 'array') {
        const whole = small(branch.items ?? {});
        for (const item of [whole, 0, {}, null]) {
          const itemBytes = JSON.stringify(item ?? null).length + 1;
          yield {
            place: `${place} of many ${JSON.stringify(item)}`,
            make: (bytes) =>
              put(Array.from({ length: bytes / itemBytes }, (_, index) => differing(item, index))),
          };
        }
        yield* at(branch.items ?? {}, `${place}[]`, (here) => put([here]), depth + 1);
      }
      if (branch.type !== 'object') continue;
      const base = small(branch) as object;
      yield {
        place: `${place} of many keys`,
        make: (bytes) =>
          put({
            ...base,
            ...Object.fromEntries(Array.from({ length: bytes / 10 }, (_, index) => [`k${index}`, 1])),
          }),
      };
      for (const [name, property] of Object.entries(branch.properties ?? {}))
        yield* at(property, `${place}.${name}`, (here) => put({ ...base, [name]: here }), depth + 1);
      if (typeof branch.additionalProperties === 'object')
        yield* at(
          branch.additionalProperties,
          `${place}{}`,
          (here) => put({ ...base, key: here }),
          depth + 1,
        );
    }
  }
  yield* at(root, '', (here) => here, 0);
}

/** Makes the items of a list unique, since some lists reject duplicates. */
function differing(item: unknown, index: number): unknown {
  if (typeof item === 'number') return item + index;
  if (typeof item === 'string') return `${item}${index}`;
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [
      key,
      /key|name|id/.test(key) ? differing(value, index) : value,
    ]),
  );
}
