import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { run, runAsProcess } from '../../cli/testRun.ts';
import { daysAhead } from '../stack/api.ts';
import { type Stack, startInOneProcess } from '../stack/stack.ts';

describe('the command line', () => {
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
  });
  afterAll(() => stack?.stop());

  it('sets up a venue that guests can view', async () => {
    const created = await cli(
      ...[
        'venue',
        'create',
        '--slug',
        'cli-sauna',
        '--name',
        'Café „Zürich” 温泉 🧖',
        '--live',
        '--check-in-from-hours',
        '8760',
      ],
      ...[
        '--address',
        'Dorpsstraat 1\n1234 AB Meer',
        '--allowed-origins',
        'https://a.example,https://b.example',
      ],
      ...['--max-advance-days', 'none'],
    );
    assert.equal(created.code, 0, created.err);
    assert.match(created.out, /^slug +cli-sauna$/m);
    assert.match(created.out, /^name +Café „Zürich” 温泉 🧖$/m);
    assert.match(created.out, /^address +Dorpsstraat 1\n +1234 AB Meer$/m);

    const facility = await json(
      ...['facility', 'create', 'cli-sauna', '--name', 'Tuin', '--mode', 'CAPACITY', '--capacity', '8'],
      ...['--duration-minutes', '60', '--opens-at', '09:00', '--closes-at', '11:00', '--price-eur', '12.50'],
      ...['--open-days', '1,2,3,4,5,6,7'],
    );
    assert.equal(facility.price_eur, 12.5);
    const { body } = await stack.api.get('cli-sauna', '/facilities');
    assert.equal(body.live, true);
    assert.deepEqual(
      body.facilities.map(({ name }: { name: string }) => name),
      ['Tuin'],
    );
  });

  it('prints exactly the JSON of the API', async () => {
    const direct = await stack.api.admin('GET', '/venues/cli-sauna');
    assert.equal((await cli('venue', 'show', 'cli-sauna', '--json')).out, `${direct.text}\n`);
    const list = await stack.api.admin('GET', '/venues/cli-sauna/facilities');
    assert.equal((await cli('facilities', 'list', 'cli-sauna', '--json')).out, `${list.text}\n`);
  });

  it('changes settings with flags and with data from an argument, a file or standard input', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vb-cli-'));
    try {
      const file = join(folder, 'venue.json');
      writeFileSync(file, JSON.stringify({ phone: '0318 123456', hold_minutes: 20 }));
      const set = ['venue', 'set', 'cli-sauna'];
      assert.equal((await json(...set, '--no-live')).live, false);
      assert.deepEqual((await json(...set, '--allowed-origins', '')).allowed_origins, []);
      const fromFile = await json(...set, '--data', `@${file}`, '--hold-minutes', '30', '--live');
      assert.deepEqual([fromFile.phone, fromFile.hold_minutes], ['0318 123456', 30]);
      assert.equal((await json(...set, '--data', '{"phone":null}')).phone, null);
      const input = JSON.stringify({ address: 'één\ntwee' });
      const { out } = await run([...set, '--data', '-', '--json'], { env, input });
      assert.equal(JSON.parse(out).address, 'één\ntwee');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('runs as an npm script that passes on standard input, output and the exit code', async () => {
    const byNpm = { env, npm: true };
    const set = ['venue', 'set', 'cli-sauna', '--data', '-', '--json'];
    const done = await runAsProcess(set, { ...byNpm, input: '{"phone":"0318 999"}' });
    assert.deepEqual([done.code, done.err], [0, '']);
    assert.equal(JSON.parse(done.out).phone, '0318 999');
    assert.equal((await runAsProcess(['venue', 'show', 'nobody'], byNpm)).code, 4);
    const help = await runAsProcess(['--help'], byNpm);
    assert.match(help.out, /^Usage: npm run cli -- \[options\] \[command\]\n/);
    assert.doesNotMatch(help.out, /^ *venue-booking /m);
  });

  it('closes days, sets form fields and blocks slots', async () => {
    const [{ id }] = await json('facility', 'list', 'cli-sauna');
    const day = ['cli-sauna', String(id), daysAhead(5)];
    assert.equal((await json('exception', 'set', ...day, '--closed', '--note', 'Feest')).closed, true);
    const listed = () => cli('exception', 'list', 'cli-sauna', String(id));
    assert.match((await listed()).out, /yes +- +- +- +Feest$/m);
    await json('exception', 'set', ...day, '--windows', '[{"starts": ["09:00", "13:30"]}]');
    assert.match((await listed()).out, /no +- +- +.*09:00.*13:30.* -$/m);
    assert.equal((await cli('exception', 'remove', ...day)).code, 0);
    assert.equal((await cli('exception', 'remove', ...day)).code, 4);

    const field = { key: 'telefoon', label: 'Telefoon', type: 'tel', required: true };
    const { fields } = await json('field', 'set', 'cli-sauna', '--fields', JSON.stringify([field]));
    assert.deepEqual(fields, [field]);

    const { body } = await stack.api.get('cli-sauna', `/facilities/${id}/slots?date=${daysAhead(5)}`);
    const slot = String(body.slots[0].id);
    assert.equal((await json('slot', 'set', 'cli-sauna', slot, '--blocked')).blocked, true);
    const back = await json('slot', 'set', 'cli-sauna', slot, '--no-blocked', '--capacity', '3');
    assert.deepEqual([back.blocked, back.capacity], [false, 3]);
    assert.equal((await json('slot', 'set', 'cli-sauna', slot, '--capacity', 'none')).capacity, 8);
  });

  it('changes hours that affect bookings only with --force, and otherwise lists those bookings', async () => {
    await json('venue', 'create', '--slug', 'cli-hut', '--name', 'Hut');
    const { id } = await json(
      ...['facility', 'create', 'cli-hut', '--name', 'Hut', '--mode', 'FULL', '--capacity', '4'],
      ...['--duration-minutes', '60', '--opens-at', '09:00', '--closes-at', '11:00'],
    );
    const facility = ['cli-hut', String(id)];
    const { slots } = await json('slot', 'list', ...facility, '--date', daysAhead(7));
    const booking = await json(
      ...['booking', 'create', 'cli-hut', '--slot-id', String(slots[0].id), '--customer-name', 'Piet'],
    );
    const day = [...facility, daysAhead(7)];
    const needsForce = async (...change: string[]) => {
      const { code, err } = await cli(...change);
      assert.equal(code, 1, err);
      assert.match(err, /^This affects upcoming bookings \(1\): .*`--force`.*\n$/);
      assert.ok(err.includes(`${booking.reference} (${daysAhead(7)} 09:00)`), err);
      assert.equal((await cli(...change, '--force')).code, 0);
    };
    await json('exception', 'set', ...day, '--opens-at', '09:00', '--closes-at', '10:00');
    await json('facility', 'set', ...facility, '--opens-at', '10:00');
    await needsForce('exception', 'remove', ...day);
    await json('facility', 'set', ...facility, '--opens-at', '09:00');
    await needsForce('exception', 'set', ...day, '--closed');
    await json('exception', 'set', ...day, '--opens-at', '09:00', '--closes-at', '10:00');
    await needsForce('slot', 'set', 'cli-hut', String(slots[0].id), '--blocked');
    const { out } = await cli('booking', 'show', 'cli-hut', String(booking.id));
    assert.match(out, /operator +rules_changed +blocked false → true$/m);
  });

  it('books, lists, exports, checks in, cancels and erases bookings at the desk', async () => {
    const [{ id: facility }] = await json('facility', 'list', 'cli-sauna');
    const { body } = await stack.api.get('cli-sauna', `/facilities/${facility}/slots?date=${daysAhead(6)}`);
    const book = (name: string, email: string) =>
      json(
        ...['booking', 'create', 'cli-sauna', '--slot-id', String(body.slots[0].id), '--people', '2'],
        ...['--customer-name', name, '--customer-email', email, '--extra', '{"telefoon":"06 12345678"}'],
      );
    const zoe = await book('Zoë van Dïjk', 'zoe@example.com');
    assert.deepEqual([zoe.people, zoe.extra.telefoon, zoe.source], [2, '06 12345678', 'desk']);
    const bob = await book('Bob', 'bob@example.com');

    const made = await run(['token', 'create', 'cli-sauna', '--name', 'Balie', '--scope', 'desk', '--json'], {
      env,
    });
    assert.match(made.err, /only now/);
    const { id, token } = JSON.parse(made.out);
    const desk = { env: { ...env, VENUE_BOOKING_TOKEN: token } };
    const table = await run(['bookings', 'list', 'cli-sauna', '--status', 'confirmed', '--limit', '1'], desk);
    assert.match(table.out, /^ID .*\n *\d+ .* Zoë van Dïjk +zoe@example\.com +25$/m);
    assert.equal((await run(['booking', 'resend', 'cli-sauna', String(bob.id)], desk)).code, 0);
    assert.equal((await run(['payment', 'refund', 'cli-sauna', String(bob.id), '--yes'], desk)).code, 3);
    const checkedIn = await run(['booking', 'check-in-ticket', 'cli-sauna', zoe.ticket_url, '--json'], desk);
    assert.equal(JSON.parse(checkedIn.out).status, 'checked_in');
    assert.equal((await run(['booking', 'check-in', 'cli-sauna', String(zoe.id)], desk)).code, 1);
    const undone = await run(['booking', 'undo-check-in', 'cli-sauna', String(zoe.id), '--json'], desk);
    assert.equal(JSON.parse(undone.out).status, 'confirmed');
    assert.equal((await run(['booking', 'check-in', 'cli-sauna', String(zoe.id)], desk)).code, 0);

    assert.equal((await json('booking', 'cancel', 'cli-sauna', String(bob.id))).status, 'cancelled');
    assert.match(
      (await cli('booking', 'show', 'cli-sauna', String(bob.id))).out,
      /^history\n +AT +ACTOR +ACTION +NOTE$/m,
    );
    const csv = await cli('booking', 'export', 'cli-sauna', '--from', daysAhead(5));
    assert.equal(csv.out.trimEnd().split('\r\n').length, 3);
    assert.match(csv.out, /Zoë van Dïjk/);

    assert.equal((await json('guest', 'export', 'cli-sauna', 'zoe@example.com')).bookings.length, 1);
    assert.deepEqual(await json('guest', 'erase', 'cli-sauna', 'zoe@example.com', '--yes'), {
      erased_bookings: 1,
      upcoming_bookings: 0,
    });
    assert.equal((await json('guest', 'export', 'cli-sauna', 'zoe@example.com')).bookings.length, 0);

    const feed = await json('feed', 'create', 'cli-sauna', String(facility));
    assert.match(feed.url, /\/calendars\//);
    assert.equal((await cli('feed', 'remove', 'cli-sauna', String(facility))).code, 0);
    assert.equal((await cli('token', 'revoke', 'cli-sauna', id)).code, 0);
    assert.equal((await run(['booking', 'list', 'cli-sauna'], desk)).code, 3);
  });
});
