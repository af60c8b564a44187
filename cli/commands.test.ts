import assert from 'node:assert/strict';
import { BookingsQuery } from '@venue-booking/proto/booking/adminBooking';
import { describe, it } from 'vitest';
import { z } from 'zod';
import { commands } from './commands.ts';
import { createProgram } from './program.ts';

const all = commands.flatMap(({ noun, operations }) =>
  operations.map((operation) => ({ name: `${noun} ${operation.verb}`, ...operation })),
);

describe('the table of commands', () => {
  it('has unique command names', () => {
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
    const nouns = commands.flatMap(({ noun, plural }) => [...new Set([noun, plural])]);
    assert.equal(new Set(nouns).size, nouns.length);
  });

  for (const { name, args, flags, sends, argument } of all)
    it(`${name}: describes each argument and flag, and does not redefine a common flag`, () => {
      for (const { name, about } of args) assert.ok(about, name);
      assert.ok(!argument || sends, 'an argument is a property of its input');
      const own = ['api', 'token', 'insecure', 'json', 'data', 'limit', 'all', 'output', 'yes', 'help'];
      for (const { long } of flags) assert.ok(!own.includes(long.slice(2)), `${long} is a common flag`);
    });

  it('names the command that lists possible values of an argument', () => {
    const argsOf = (of: string) => all.find(({ name }) => name === of)?.args.map(({ about }) => about);
    assert.deepEqual(argsOf('webhook replay'), [
      'Slug of the venue',
      'Id of the webhook, as `webhook list` shows it',
      'Id of the delivery, as `webhook deliveries` shows it',
    ]);
    assert.deepEqual(argsOf('slot set'), ['Slug of the venue', 'Id of the slot']);
  });

  it('reads pages of the API’s maximum size, and shows one of its default size', () => {
    const { default: usual, maximum } = z.toJSONSchema(BookingsQuery.shape.limit, { io: 'input' });
    const pages = all.find(({ name }) => name === 'booking list')?.pages;
    assert.deepEqual(pages, { next: 'link', size: maximum, most: usual });
  });

  it('builds a command with help for each operation', () => {
    const nouns = commands.map(({ noun }) => noun);
    const program = createProgram(nouns, async () => {}, { ...process, version: '1.0.0' });
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

  it('builds only the operations of the nouns in its arguments, and lists the verbs of all', () => {
    const program = createProgram(['venues', 'list'], async () => {}, { ...process, version: '1.0.0' });
    const built = program.commands.filter(({ commands }) => commands.length > 0);
    assert.deepEqual(
      built.map((command) => command.name()),
      ['venue'],
    );
    for (const { noun, operations } of commands) {
      const summary = program.commands.find((command) => command.name() === noun)?.summary();
      assert.ok(summary?.endsWith(`: ${operations.map(({ verb }) => verb).join(', ')}`), noun);
    }
  });
});
