import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commands } from './commands.ts';
import { flagsOf } from './flags.ts';
import { createProgram } from './program.ts';

const all = commands.flatMap(({ noun, operations }) =>
  operations.map((operation) => ({ name: `${noun} ${operation.verb}`, ...operation })),
);

describe('the table of commands', () => {
  it('names every command once', () => {
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
    const nouns = commands.flatMap(({ noun, plural }) => [noun, plural]);
    assert.equal(new Set(nouns).size, nouns.length);
  });

  for (const { name, path, args = [], method, body, query, pages, also } of all)
    it(`${name}: is complete`, () => {
      assert.equal(args.length, path.match(/\{\w+\}/g)?.length ?? 0, 'an argument for each part of the path');
      if (body) assert.ok(['POST', 'PUT', 'PATCH'].includes(method), 'only a write has a body');
      if (pages) assert.equal(method, 'GET');
      if (query) assert.ok(['GET', 'DELETE'].includes(method), 'a write has a body');
      assert.ok(!(body && query), 'flags of one kind');
      const own = ['api', 'token', 'insecure', 'json', 'data', 'limit', 'all', 'output', 'yes', 'help'];
      const flags = flagsOf(body ?? query, query ? ['cursor', 'before', 'limit'] : also && [also.arg]);
      for (const { long } of flags) assert.ok(!own.includes(long.slice(2)), `${long} means something else`);
    });

  it('makes a command with help for each', () => {
    const program = createProgram(async () => {}, '1.0.0', process);
    for (const { noun, operations } of commands) {
      const group = program.commands.find((command) => command.name() === noun);
      const verbs = group?.commands.map((command) => command.name());
      assert.deepEqual(
        verbs,
        operations.map(({ verb }) => verb),
      );
      for (const command of group?.commands ?? []) assert.match(command.helpInformation(), /--json/);
    }
  });
});
