import assert from 'node:assert/strict';
import type { AnyTRPCRouter } from '@trpc/server';
import { describeIssues } from '@venue-booking/kit/errors/describeIssues';
import { failureStatus } from '@venue-booking/proto/failures';
import { describe, it } from 'vitest';
import { z } from 'zod';
import { released } from '../../../test/replies/released.ts';
import { adminApi } from '../admin/adminApi.ts';
import type { AdminDeps } from '../admin/adminDeps.ts';
import { nonJsonCalls } from '../admin/nonJsonCalls.ts';
import type { Backends } from '../backends/backends.ts';
import { ticketCalls } from '../pages/ticket/ticketCalls.ts';
import { publicApi } from '../publicApi/publicApi.ts';
import type { RestMeta } from './restProcedure.ts';

const backends = {} as Backends;
const admin = { backends } as AdminDeps;
const routers: AnyTRPCRouter[] = [
  publicApi(backends, { mayReturnTo: () => false, publicUrl: '' }, () => {}),
  adminApi(admin),
  nonJsonCalls,
  ticketCalls,
];

/** A schema and all schemas nested in it. */
function* inside(schema: z.core.$ZodType, seen = new Set<unknown>()): Generator<z.core.$ZodType> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield schema;
  const parts = Object.values(schema._zod.def).flatMap((part) =>
    part && typeof part === 'object' && !(part instanceof z.core.$ZodType) ? Object.values(part) : [part],
  );
  for (const part of parts) if (part instanceof z.core.$ZodType) yield* inside(part, seen);
}

/** Whether an object schema rejects unknown fields. */
const isStrict = ({ _zod: { def } }: z.core.$ZodType) =>
  (def as { catchall?: z.core.$ZodType }).catchall?._zod.def.type === 'never';

type Call = { _def: { output?: z.ZodType; meta: RestMeta } };
const calls = routers.flatMap(({ _def }) =>
  Object.entries(_def.procedures as unknown as Record<string, Call>).map(([name, { _def }]) => ({
    name,
    ..._def,
  })),
);

describe('schemas of responses', () => {
  it('accept every response of the previous release', () => {
    assert.ok(Object.keys(released.answers).length > 30);
    const refused = Object.entries(released.answers).flatMap(([operationId, answered]) => {
      const schema = calls.find(({ meta }) => meta.openapi?.operationId === operationId)?.output;
      if (!schema) return [`${operationId}: there is no such call any more`];
      return answered.flatMap((answer) => {
        const { error } = schema.safeParse(answer);
        return error ? [`${operationId}: ${describeIssues(error)}`] : [];
      });
    });
    assert.deepEqual([...new Set(refused)], []);
  });

  it('accept unknown fields of newer services', () => {
    assert.ok(calls.length > 30);
    const strict = calls
      .filter(({ output }) => output && [...inside(output)].some(isStrict))
      .map(({ name }) => name);
    assert.deepEqual(strict, []);
  });

  it('describe the status of an unknown id in the path', () => {
    const named = calls.filter(({ meta }) => meta.unknownId && meta.openapi);
    assert.ok(named.length > 20);
    const silent = named
      .filter(({ meta: { unknownId, openapi } }) => {
        const described = openapi?.errorResponses as Record<string, string>;
        return unknownId && described[failureStatus(unknownId)] === undefined;
      })
      .map(({ name }) => name);
    assert.deepEqual(silent, []);
  });

  it('are searched recursively by this test', () => {
    const deep = z.object({
      list: z.array(z.union([z.string(), z.strictObject({ a: z.int() }).optional()])),
    });
    assert.equal([...inside(deep)].some(isStrict), true);
    assert.equal([...inside(z.object({ a: z.object({}) }))].some(isStrict), false);
  });
});
