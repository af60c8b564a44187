import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { assertTakesLessThan } from '@venue-booking/kit/testing/testTiming';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { commands } from '../../cli/commands.ts';
import { BIN, run, runAsProcess } from '../../cli/testRun.ts';
import { daysAhead } from '../stack/api.ts';
import { type Stack, startInOneProcess } from '../stack/stack.ts';

/** A system-wide Node of another version than the one that runs the tests. */
const ownNode = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
  try {
    return execFileSync(node, ['-p', 'process.versions.node']).toString().trim() !== process.versions.node;
  } catch {
    return false;
  }
});

describe('the command line: exit codes, pages and help', () => {
  let stack: Stack;
  let env: Record<string, string>;
  const cli = (...args: string[]) => run(args, { env });
  const json = async (...args: string[]) => {
    const { out, err, code } = await cli(...args, '--json');
    assert.equal(code, 0, err);
    return JSON.parse(out);
  };
  beforeAll(async () => {
    stack = await startInOneProcess();
    env = { VENUE_BOOKING_API: stack.api.url, VENUE_BOOKING_TOKEN: stack.operatorToken };
    await stack.api.newVenue({ slug: 'cli-sauna' });
  });
  afterAll(() => stack?.stop());

  it('follows all pages of a long list', async () => {
    const venue = await stack.api.newVenue();
    const facility = await stack.api.newFacility(venue, { capacity: 600 });
    const { body } = await stack.api.get(venue, `/facilities/${facility}/slots?date=${daysAhead(3)}`);
    const booked = await stack.api.book(venue, { slot_id: body.slots[0].id });
    assert.equal(booked.status, 201, booked.text);
    await stack.database.query(`
      WITH outcome AS (
        INSERT INTO booking.reservation_outcome
        SELECT (jsonb_populate_record(o, jsonb_build_object('booking_uid', gen_random_uuid()))).*
        FROM booking.reservation_outcome o, generate_series(2, 1200)
        WHERE o.booking_uid = (SELECT uid FROM booking.booking WHERE id = ${booked.body.booking.id})
        RETURNING booking_uid)
      INSERT INTO booking.booking OVERRIDING SYSTEM VALUE
      SELECT (jsonb_populate_record(b, jsonb_build_object('id', 100000 + row_number() OVER (), 'uid', booking_uid,
        'reference', booking.new_reference()))).*
      FROM booking.booking b, outcome WHERE b.id = ${booked.body.booking.id}`);
    const all = await json('booking', 'list', venue, '--all');
    assert.equal(new Set(all.map(({ id }: { id: number }) => id)).size, 1200);
    const first = await cli('booking', 'list', venue);
    assert.equal(first.out.trimEnd().split('\n').length, 1 + 100);
    assert.match(first.err, /more/);
    assert.equal((await json('booking', 'list', venue, '--limit', '501')).length, 501);
    assert.equal((await cli('booking', 'export', venue)).out.trimEnd().split('\r\n').length, 1 + 1200);
  });

  for (const [what, code, args, settings] of [
    ['a wrong token', 3, ['venue', 'list'], { VENUE_BOOKING_TOKEN: 'wrong-token-of-somebody' }],
    ['no token', 3, ['venue', 'list'], { VENUE_BOOKING_TOKEN: '' }],
    ['an unknown venue', 4, ['venue', 'show', 'nobody'], {}],
    ['an unknown facility', 4, ['facility', 'show', 'cli-sauna', '999999'], {}],
    ['a slug that is taken', 1, ['venue', 'create', '--slug', 'cli-sauna', '--name', 'x'], {}],
    ['a value that the API rejects', 1, ['venue', 'set', 'cli-sauna', '--timezone', 'Mars/North'], {}],
    ['an unreachable API', 5, ['venue', 'list'], { VENUE_BOOKING_API: 'http://127.0.0.1:9' }],
    ['http to another machine', 2, ['venue', 'list'], { VENUE_BOOKING_API: 'http://booking.example.com' }],
    ['an unknown command', 2, ['venue', 'destroy'], {}],
    ['an unknown flag', 2, ['venue', 'list', '--colour'], {}],
    ['no command', 2, ['venue'], {}],
    ['one argument too many', 2, ['venue', 'show', 'cli-sauna', 'other'], {}],
    ['one argument too few', 2, ['venue', 'show'], {}],
    ['a missing required flag', 2, ['venue', 'create', '--name', 'x'], {}],
    ['a value that is not a number', 2, ['venue', 'set', 'cli-sauna', '--hold-minutes', 'soon'], {}],
    ['a missing file', 2, ['venue', 'set', 'cli-sauna', '--data', '@/nowhere/x'], {}],
    ['data that is not an object', 2, ['venue', 'set', 'cli-sauna', '--data', '[1]'], {}],
  ] as const)
    it(`exits with ${code} for ${what} and prints the reason on stderr only`, async () => {
      const plain = await run(args, { env: { ...env, ...settings } });
      assert.deepEqual([plain.code, plain.out], [code, ''], plain.err);
      assert.notEqual(plain.err, '');
      assert.doesNotMatch(plain.err, / at .*:\d+:\d+|wrong-token/);
      if (what === 'no command') return;
      const asJson = await run([...args, '--json'], { env: { ...env, ...settings } });
      assert.deepEqual([asJson.code, asJson.out], [code, '']);
      assert.deepEqual(Object.keys(JSON.parse(asJson.err)), ['error']);
    });

  it('shows help quickly', async (t) => {
    const help = await runAsProcess(['--help']);
    assert.equal(help.code, 0);
    assert.match(help.out, /Exit codes:/);
    for (const { noun } of commands) assert.match(help.out, new RegExp(`^  ${noun} `, 'm'));
    const ms = await assertTakesLessThan(2000, async () => (await runAsProcess(['--help'])).ms);
    t.annotate(`${ms} ms`);
    const one = await cli('venue', 'create', '--help');
    assert.match(one.out, /--max-advance-days <n> [^-]*none:\s+no\s+limit/);
  });

  it('runs on the system’s own Node', { skip: !ownNode }, async (t) => {
    const help = await runAsProcess(['--help'], { node: ownNode ?? '' });
    t.annotate(`${Math.round(help.ms)} ms`);
    assert.deepEqual([help.code, help.err], [0, '']);
    const { out, code } = await runAsProcess(['venue', 'show', 'cli-sauna', '--json'], {
      env,
      node: ownNode ?? '',
    });
    assert.equal(code, 0);
    assert.equal(JSON.parse(out).slug, 'cli-sauna');
    assert.equal((await runAsProcess(['venue', 'show', 'x'], { env, node: ownNode ?? '' })).code, 4);
  });

  it('lists a thousand venues page by page, quickly, and exits silently when `head` closes the pipe', async (t) => {
    await stack.database.query(`INSERT INTO catalog.venue OVERRIDING SYSTEM VALUE
      SELECT (jsonb_populate_record(v, jsonb_build_object('id', 100000 + n, 'slug', 'many-' || lpad(n::text, 4, '0')))).*
      FROM catalog.venue v, generate_series(1, 1200) n WHERE v.slug = 'cli-sauna'`);
    const one = await runAsProcess(['venue', 'show', 'cli-sauna'], { env });
    const all = await runAsProcess(['venue', 'list'], { env });
    t.annotate(`${Math.round(all.ms)} ms, one venue ${Math.round(one.ms)} ms`);
    const lines = all.out.trimEnd().split('\n');
    assert.equal(lines.filter((line) => line.startsWith('many-')).length, 1200);
    const slugs = lines.slice(1).map((line) => line.split(' ')[0]);
    assert.deepEqual(slugs, slugs.toSorted());
    assert.equal(new Set(slugs).size, slugs.length);
    // Most of this is program start; one call per venue would take a hundred times as long.
    assert.ok(all.ms < 10 * one.ms, `${all.ms} ms, one venue ${one.ms} ms`);
    assert.equal((await json('venue', 'list', '--limit', '700')).length, 700);

    const shell = promisify(execFile);
    const piped = `set -o pipefail; "${process.execPath}" "${BIN}" venue list | head -n 2`;
    const { stdout, stderr } = await shell('bash', ['-c', piped], { env: { ...process.env, ...env } });
    assert.equal(stdout.split('\n').length, 3);
    assert.equal(stderr, '');
  });
});
