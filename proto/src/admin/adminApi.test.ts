import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { z } from 'zod';
import { adminGroups } from './adminApi.ts';
import { pathOf } from './adminCall.ts';

const all = adminGroups.flatMap(([noun, { calls }]) =>
  Object.entries(calls).map(([id, call]) => ({ id, name: `${noun} ${call.verb}`, call })),
);

describe('admin API calls', () => {
  it('have unique operation ids, and unique methods and paths', () => {
    const routes = all.map(({ call }) => `${call.method} ${pathOf(call)}`);
    for (const names of [all.map(({ id }) => id), routes]) assert.equal(new Set(names).size, all.length);
  });

  for (const { name, call } of all)
    it(`${name}: is complete`, () => {
      const { of, columns = [], argument, answers, input, pages, csv } = call;
      const ofPath = [...pathOf(call).matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      assert.deepEqual(Object.keys(of.shape), ofPath, 'a schema for each parameter of its path');
      assert.equal(of.args.length, ofPath.length, 'a word for each of them');
      const { items } = z.toJSONSchema(answers) as { items?: { properties: object } };
      for (const column of columns) assert.ok(Object.keys(items?.properties ?? {}).includes(column), column);
      if (argument) assert.ok(input && argument in input.shape, argument);
      if (pages) assert.ok(input && 'limit' in input.shape, 'pages have a limit');
      if (csv) assert.equal(call.method, 'GET');
    });
});
