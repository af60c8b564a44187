import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { withoutRules } from './withoutRules.ts';

const Input = z.object({
  name: z.string().trim().max(3).describe('What it is called'),
  sizes: z.array(z.int().min(1)).max(2),
  note: z
    .string()
    .regex(/^[a-z]+$/)
    .nullable()
    .optional()
    .describe('Anything'),
});
const Answer = withoutRules(Input);

test('a response may have unknown fields, also nested ones, unlike input', () => {
  const Strict = z.strictObject({ parts: z.array(z.strictObject({ name: z.string() })) });
  const more = { parts: [{ name: 'one', size: 2 }], count: 1 };
  assert.equal(Strict.safeParse(more).success, false);
  assert.deepEqual(withoutRules(Strict).parse(more), { parts: [{ name: 'one' }] });
});

test('a response may contain values that the rules for input reject', () => {
  const stored = { name: ' long ago ', sizes: [0, -1, 5], note: 'No. 1' };
  assert.equal(Input.safeParse(stored).success, false);
  assert.deepEqual(Answer.parse(stored), stored);
});

test('a response has the types of the input', () => {
  for (const wrong of [{ name: 1 }, { sizes: [0.5] }, { sizes: ['1'] }, { note: 2 }])
    assert.equal(Answer.safeParse({ name: '', sizes: [], ...wrong }).success, false, JSON.stringify(wrong));
});

test('a response has the descriptions of the input, whose rules are unchanged', () => {
  const { properties } = z.toJSONSchema(Answer) as { properties: Record<string, object> };
  assert.deepEqual(properties.name, { description: 'What it is called', type: 'string' });
  assert.equal(Answer.shape.note.description, 'Anything');
  assert.equal(Input.safeParse({ name: 'long', sizes: [] }).success, false);
});
