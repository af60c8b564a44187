import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { describeIssues } from './describeIssues.ts';

const said = (schema: z.ZodType, input: unknown): string =>
  describeIssues(schema.safeParse(input).error as z.ZodError);

test('describes issues in plain words', () => {
  const cases: [z.ZodType, unknown, string][] = [
    [z.int(), undefined, 'is required'],
    [z.int(), '2', 'must be a number'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.string(), 2, 'must be text'],
    [z.record(z.string(), z.int()), [], 'must be an object'],
    [z.int().min(1), 0, 'must be at least 1'],
    [z.number().max(100_000), 100_001, 'must be at most 100000'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.number().lt(5), 5, 'must be less than 5'],
    [z.string().min(2), 'a', 'must have at least 2 characters'],
    [z.string().max(1), 'ab', 'must have at most 1 character'],
    [z.array(z.int()).min(1), [], 'must have at least 1 item'],
    [z.array(z.int()).max(2), [1, 2, 3], 'must have at most 2 items'],
    [z.array(z.int()).length(2), [1], 'must have exactly 2 items'],
    [z.enum(['nl', 'en']), 'fr', 'must be one of "nl", "en"'],
    [z.literal(true), false, 'must be true'],
    [z.uuid(), 'a', 'must be a UUID'],
    [z.string().min(2, 'must be a name'), 'a', 'must be a name'],
    [z.record(z.string().min(2, 'must be a name'), z.int()), { a: 1 }, 'a: must be a name'],
    [z.record(z.string().max(1), z.int()), { ab: 1 }, 'ab: must have at most 1 character'],
  ];
  for (const [schema, input, words] of cases) assert.equal(said(schema, input), words);
});

test('names the field of each issue, and lists the first of many', () => {
  const people = z.object({ people: z.int().min(1), guests: z.object({ adult: z.int() }) });
  assert.equal(
    said(people, { people: 0, guests: {} }),
    'people: must be at least 1; guests.adult: is required',
  );
  assert.match(said(z.array(z.int()), Array(7).fill('')), /^0: must be a number; .+; and 2 more$/);
});
