import assert from 'node:assert/strict';
import { adminGroups } from '@venue-booking/proto/admin/adminApi';
import { type AdminCall, pathOf } from '@venue-booking/proto/admin/adminCall';
import { describe, it } from 'vitest';
import { commands } from '../../cli/commands.ts';
import { adminApi } from '../../services/gateway/admin/adminApi.ts';
import type { AdminDeps } from '../../services/gateway/admin/adminDeps.ts';
import { openApiDocument } from '../../services/gateway/openApi/document.ts';

type Schema = { $ref?: string; properties?: object };
type Operation = {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
};

describe('the tables of admin calls and commands', () => {
  const document = openApiDocument(adminApi({ backends: {} } as AdminDeps), {
    publicUrl: 'http://localhost',
  });
  const described = new Map(
    Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );
  /** Most operations refer to a named component as their body. */
  const keysOfBody = ({ requestBody }: Operation): string[] => {
    const schema = requestBody?.content['application/json'].schema;
    const named = document.components?.schemas?.[schema?.$ref?.split('/').at(-1) ?? ''] as Schema | undefined;
    return Object.keys((named ?? schema)?.properties ?? {});
  };
  const typed = commands.flatMap(({ noun, operations }) =>
    operations.map((one) => ({
      ...one,
      name: `${noun} ${one.verb}`,
      key: `${one.method} /api/admin${one.path}`,
    })),
  );

  it('have an OpenAPI operation for every admin call, and a command unless only browsers use it', () => {
    const calls = adminGroups.flatMap(([, { calls, browserOnly }]) =>
      Object.values<AdminCall>(calls).map((call) => ({
        key: `${call.method} /api/admin${pathOf(call)}`,
        browserOnly,
      })),
    );
    assert.deepEqual(new Set(described.keys()), new Set(calls.map(({ key }) => key)));
    const commanded = calls.filter(({ browserOnly }) => !browserOnly).map(({ key }) => key);
    assert.deepEqual(new Set(typed.map(({ key }) => key)), new Set(commanded));
  });

  it('have a flag or an argument for each parameter and each body key', () => {
    for (const { key, name, path, args, flags, pages, file } of typed) {
      const operation = described.get(key) as Operation;
      const parameters = operation.parameters?.filter((each) => each.in !== 'header') ?? [];
      const ofPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const paged = ['limit', 'cursor', 'before', 'after'];
      const expected = [...parameters.map((each) => each.name), ...keysOfBody(operation)]
        .filter((each) => !ofPath.includes(each))
        .filter((each) => !(pages || file) || !paged.includes(each));
      const given = [
        ...args.slice(ofPath.length).map((arg) => arg.name),
        ...new Set(flags.map((flag) => flag.key)),
      ];
      assert.deepEqual(given.sort(), expected.sort(), name);
    }
  });

  it('describe every flag and every argument', () => {
    for (const { name, args, flags } of typed) {
      for (const { long, description } of flags)
        assert.notEqual(description.replace('required', ''), '', `${name} ${long}`);
      for (const { name: argument, about } of args) assert.notEqual(about, '', `${name} <${argument}>`);
    }
  });
});
