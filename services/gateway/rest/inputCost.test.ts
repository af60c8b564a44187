import assert from 'node:assert/strict';
import type { AnyTRPCRouter } from '@trpc/server';
import { describeIssues } from '@venue-booking/kit/errors/describeIssues';
import { assertGrowsLinearly, cpuMs } from '@venue-booking/kit/testing/testTiming';
import { Email } from '@venue-booking/proto/primitives';
import { describe, it } from 'vitest';
import { z } from 'zod';
import { adminApi } from '../admin/adminApi.ts';
import type { AdminDeps } from '../admin/adminDeps.ts';
import { nonJsonCalls } from '../admin/nonJsonCalls.ts';
import type { Backends } from '../backends/backends.ts';
import { BODY_LIMIT_KB } from '../http/requestBody.ts';
import { ticketCalls } from '../pages/ticket/ticketCalls.ts';
import { publicApi } from '../publicApi/publicApi.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { hostileInputs } from '../testing/hostileInputs.ts';

const backends = {} as Backends;
const routers: AnyTRPCRouter[] = [
  publicApi(backends, { ...({} as Tenancy), publicUrl: '' }, () => {}),
  adminApi({ backends } as AdminDeps),
  nonJsonCalls,
  ticketCalls,
];
const inputs = routers.flatMap(({ _def }) =>
  Object.entries(_def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>).flatMap(
    ([name, { _def }]) => _def.inputs.map((schema) => ({ name, schema })),
  ),
);
const LARGEST = BODY_LIMIT_KB * 1024;
/** Relative to the time to parse and serialise a body of this size, which every call needs. */
const SUSPICIOUS = 20;

const check = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input);
  return error && describeIssues(error);
};
const fastestOf = (times: number, act: () => unknown): number =>
  Math.min(...Array.from({ length: times }, () => cpuMs(act)));

/** Paths of lists without a maximum. zod checks every item before it checks the length. */
function* unboundedLists(schema: unknown, path: string): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  const { type, maxItems } = schema as { type?: unknown; maxItems?: unknown };
  if (type === 'array' && maxItems === undefined) yield path;
  for (const [key, part] of Object.entries(schema)) yield* unboundedLists(part, `${path}.${key}`);
}

describe('the input of a call', () => {
  it('has a maximum for each list', () => {
    assert.ok(inputs.length > 80, String(inputs.length));
    const unbounded = inputs.flatMap(({ name, schema }) => [
      ...unboundedLists(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name),
    ]);
    assert.deepEqual(unbounded, []);
  });

  it('is validated in linear time if an e-mail address is long', () => {
    for (const piece of ['a', 'a.', 'é', '名.', '@a', 'a-', 'a\u200b', ' a'])
      for (const start of ['', 'anna@'])
        assertGrowsLinearly(LARGEST / 8, (bytes) => {
          const email = start + piece.repeat(bytes / piece.length);
          return () => check(Email, email);
        });
  });

  it('is validated in linear time, whichever part is large', () => {
    let seen = 0;
    const body = JSON.stringify(Array.from({ length: LARGEST / 10 }, (_, at) => 100_000_000 + at));
    const asJson = fastestOf(10, () => JSON.stringify(JSON.parse(body)));
    for (const { name, schema } of inputs)
      for (const { place, make } of hostileInputs(schema)) {
        seen += 1;
        const input = make(LARGEST);
        const isQuick = () => cpuMs(() => check(schema, input)) < SUSPICIOUS * asJson;
        if (isQuick() || isQuick()) continue;
        try {
          assertGrowsLinearly(LARGEST / 8, (bytes) => {
            const part = make(bytes);
            return () => check(schema, part);
          });
        } catch (error) {
          assert.fail(`${name}${place}: ${(error as Error).message}`);
        }
      }
    assert.ok(seen > 2000, `${seen} inputs`);
  });
});
