import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { commands } from '../cli/commands.ts';
import { flagsOf } from '../cli/flags.ts';
import { call } from './stack/api.ts';
import { type Stack, startInOneProcess } from './stack/stack.ts';

/** Commands whose operations the API does not have yet. */
const NOT_YET: string[] = [];

describe('the command line next to the description of the API', () => {
  let stack: Stack;
  before(async () => {
    stack = await startInOneProcess();
  });
  after(() => stack?.stop());

  it('has a command for every admin operation, with a flag for every key of its body, and none besides', async () => {
    const { body } = await call(`${stack.api.url}/openapi.json`);
    type Schema = { $ref?: string; properties?: object };
    type Described = { requestBody?: { content: { 'application/json': { schema: Schema } } } };
    /** Most bodies are components with a name. */
    const named = (schema?: Schema): Schema | undefined =>
      schema?.$ref ? body.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
    const described = new Map(
      Object.entries(body.paths as Record<string, Record<string, Described>>)
        .filter(([path]) => path.startsWith('/api/admin/'))
        .flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, operation]) => [
            `${method.toUpperCase()} ${path.slice('/api/admin'.length)}`,
            operation,
          ]),
        ),
    );
    const ours = commands.flatMap(({ noun, operations }) =>
      operations.map((one) => ({ name: `${noun} ${one.verb}`, key: `${one.method} ${one.path}`, ...one })),
    );
    const covered = new Set(ours.map(({ key }) => key));
    assert.deepEqual(
      [...described.keys()].filter((key) => !covered.has(key)),
      [],
      'operations without a command',
    );
    assert.deepEqual(
      ours
        .filter(({ key }) => !described.has(key))
        .map(({ name }) => name)
        .sort(),
      NOT_YET,
      'commands without an operation: NOT_YET names them',
    );
    for (const { key, name, body: schema, also } of ours) {
      const properties = named(
        described.get(key)?.requestBody?.content['application/json'].schema,
      )?.properties;
      if (!described.has(key)) continue;
      const keys = [...flagsOf(schema).map((flag) => flag.key), ...(also?.to === 'body' ? [also.arg] : [])];
      assert.deepEqual([...new Set(keys)].sort(), Object.keys(properties ?? {}).sort(), name);
    }
  });
});
