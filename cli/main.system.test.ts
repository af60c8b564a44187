import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, test } from 'vitest';
import { createClient } from './apiClient.ts';
import { exitCodes } from './exitCodes.ts';
import { BIN, run, runAsProcess, startFakeApi } from './testRun.ts';

const json = (response: ServerResponse, value: unknown, status = 200, headers = {}) =>
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));

const booking = (id: number) => ({ id, starts_at: '2026-12-01T10:00', customer_name: 'Anna' });

/** Responds with 1,200 bookings in pages of the requested size, with a Link to the next page. */
const manyBookings = (url = '', response: ServerResponse) => {
  const { searchParams } = new URL(url, 'http://x');
  const from = Number(searchParams.get('cursor')?.split('-')[1] ?? 0);
  const count = Math.min(Number(searchParams.get('limit')), 1200 - from);
  const next = `<https://elsewhere.example/x?limit=${count}&cursor=1-${from + count}>; rel="next"`;
  const rows = Array.from({ length: count }, (_, index) => booking(from + index + 1));
  json(response, rows, 200, from + count < 1200 ? { Link: next } : {});
};

describe('a command', () => {
  for (const [args, method, path, body] of [
    [
      'booking cancel my-venue 7 --no-refund',
      'POST',
      '/venues/my-venue/bookings/7/cancel',
      '{"refund":false}',
    ],
    [
      'booking cancel my-venue 7 --refund-rules --yes',
      'POST',
      '/venues/my-venue/bookings/7/cancel',
      '{"refund":"rules"}',
    ],
    ['booking no-show my-venue 7', 'POST', '/venues/my-venue/bookings/7/no-show', ''],
    ['bookings set v 7 --slot-id 9', 'PATCH', '/venues/v/bookings/7', '{"slot_id":9}'],
    [
      'booking check-in-ticket v http://x/tickets/ab.c-d',
      'POST',
      '/venues/v/check-in',
      '{"ticket":"http://x/tickets/ab.c-d"}',
    ],
    ['booking check-in-ticket v ab.c-d', 'POST', '/venues/v/check-in', '{"ticket":"ab.c-d"}'],
    ['guest export v a+b@example.com', 'GET', '/venues/v/guests?email=a%2Bb%40example.com', ''],
    ['guest erase v a@example.com --yes', 'DELETE', '/venues/v/guests?email=a%40example.com', ''],
    ['feed create v 3 --phone', 'PUT', '/venues/v/facilities/3/feed', '{"phone":true}'],
    ['token revoke v ab/../c', 'DELETE', '/venues/v/tokens/ab%2F..%2Fc', ''],
    [
      'payment refund v 7 --amount-eur 12.50 --yes',
      'POST',
      '/venues/v/bookings/7/refunds',
      '{"amount_eur":12.5}',
    ],
    ['attention list v --resolved true', 'GET', '/venues/v/attention?resolved=true', ''],
    ['attention resolve v a', 'POST', '/venues/v/attention/a/resolve', ''],
    ['dead-letter replay booking d', 'POST', '/dead-letters/booking/d/replay', ''],
    ['payment-account unlink v --yes', 'DELETE', '/venues/v/payment-account', ''],
    ['webhook replay v w d', 'POST', '/venues/v/webhooks/w/deliveries/d/replay', ''],
    [
      'venue set v --no-live --domains= --address none',
      'PATCH',
      '/venues/v',
      '{"live":false,"domains":[],"address":null}',
    ],
  ] as const)
    it(args, async () => {
      await using api = await startFakeApi((_, response) => json(response, {}));
      const { code, err } = await run(args.split(' '), api);
      assert.equal(code, 0, err);
      const [sent] = api.requests;
      assert.deepEqual([sent?.method, sent?.url, sent?.body], [method, `/api/admin${path}`, body]);
      assert.equal(sent?.headers.authorization, 'Bearer token-of-the-test');
    });

  for (const args of ['venue show ..', 'facility show v .', 'token revoke v .. --json', 'venue set v'])
    it(`sends no request for \`${args}\``, async () => {
      await using api = await startFakeApi((_, response) => json(response, {}));
      assert.equal((await run(args.split(' '), api)).code, exitCodes.usage);
      assert.equal((await run(['venue', 'show', ''], api)).code, exitCodes.usage);
      assert.deepEqual(api.requests, []);
    });

  it('sends a value that looks like a common flag', async () => {
    await using api = await startFakeApi((_, response) => json(response, {}));
    await run(['venue', 'set', 'v', '--name', '--insecure', '--phone', '--json'], api);
    assert.deepEqual(JSON.parse(api.requests[0]?.body ?? ''), { name: '--insecure', phone: '--json' });
  });

  it('sends the id of a booking for its reference, in any spelling', async () => {
    const booking = { id: 7, reference: 'K7QF-3MXT' };
    await using api = await startFakeApi((request, response) =>
      json(response, request.url?.includes('?q=') ? [booking] : booking),
    );
    for (const typed of ['K7QF-3MXT', 'k7qf3mxt']) {
      assert.equal((await run(['booking', 'check-in', 'v', typed], api)).code, 0);
      assert.deepEqual(
        api.requests.splice(0).map(({ method, url }) => `${method} ${url}`),
        [
          'GET /api/admin/venues/v/bookings?q=K7QF-3MXT&limit=1',
          'POST /api/admin/venues/v/bookings/7/check-in',
        ],
      );
    }
    const { code, err } = await run(['booking', 'show', 'v', 'K7QF-3MXD'], api);
    assert.deepEqual([code, err], [exitCodes.notFound, 'The venue has no booking K7QF-3MXD.\n']);
  });

  it('sends the idempotency key of a refund', async () => {
    await using api = await startFakeApi((_, response) => json(response, []));
    const { code, err } = await run(
      ['payment', 'refund', 'v', '7', '--idempotency-key', 'k 1', '--yes'],
      api,
    );
    assert.equal(code, 0, err);
    await run(['payment', 'refund', 'v', '7', '--yes'], api);
    assert.deepEqual(
      api.requests.map(({ headers, body }) => [headers['idempotency-key'], body]),
      [
        ['k 1', '{}'],
        [undefined, '{}'],
      ],
    );
  });

  it('does not erase a guest without confirmation', async () => {
    await using api = await startFakeApi((_, response) => json(response, {}));
    const { code, err } = await run(['guest', 'erase', 'v', 'a@example.com'], api);
    assert.equal(code, exitCodes.usage);
    assert.match(err, /--yes/);
    assert.deepEqual(api.requests, []);
  });

  it('does not remove a webhook and its log without confirmation', async () => {
    await using api = await startFakeApi((_, response) => json(response, {}));
    const remove = ['webhook', 'remove', 'v', 'w'];
    const { code, err } = await run(remove, api);
    assert.equal(code, exitCodes.usage);
    assert.match(err, /cannot be undone.*--yes/);
    assert.equal(api.requests.length, 0);
    assert.equal((await run([...remove, '--yes'], api)).code, 0);
    assert.equal(api.requests[0]?.method, 'DELETE');
  });

  it('sends no request without required flags', async () => {
    await using api = await startFakeApi((_, response) => json(response, {}));
    for (const [args, missing] of [
      [['figure', 'show', 'v'], '--from, --to'],
      [['figure', 'export', 'v', '--from', 'today'], '--to'],
    ] as const) {
      const { code, err } = await run(args, api);
      assert.deepEqual([code, err], [exitCodes.usage, `${missing}: required.\n`]);
    }
    assert.deepEqual(api.requests, []);
  });

  it('escapes line breaks of an argument in the confirmation of an erasure', async () => {
    await using api = await startFakeApi((_, response) => json(response, {}));
    const { err } = await run(['guest', 'erase', 'v', 'a@example.com\n\u001b[2JNothing is erased.'], api);
    assert.match(err, /v, a@example\.com\\u000a\\u001b\[2JNothing is erased\.\. The bookings remain/);
  });
});

describe('help', () => {
  it('is the same for `help` and `--help`', async () => {
    for (const words of [['venue', 'create'], ['venues', 'create'], ['venue'], []]) {
      const asked = await run(['help', ...words]);
      assert.deepEqual(asked, await run([...words, '--help']));
      assert.deepEqual([asked.code, asked.err], [0, '']);
    }
  });

  for (const [typed, said, help] of [
    ['destroy', "unknown command 'destroy'", ''],
    ['venue zap', "unknown command 'zap'", ' venue'],
    ['help venue zap', "unknown command 'zap'", ' venue'],
    ['help venue create x', "unknown command 'x'", ' venue create'],
    ['venue create --colour', "unknown option '--colour'", ' venue create'],
    ['venue show', "missing required argument 'venue'", ' venue show'],
  ])
    it(`is suggested after the invalid command \`${typed}\``, async () => {
      const { code, out, err } = await run(typed?.split(' ') ?? []);
      assert.deepEqual(
        [code, out, err],
        [exitCodes.usage, '', `${said}\nSee: npm run cli --${help} --help\n`],
      );
    });
});

describe('booking cancel', () => {
  const asks = (payment_status: string | null) =>
    startFakeApi((_, response) => json(response, { id: 7, payment_status }));
  const cancel = ['booking', 'cancel', 'v', '7'];
  const methods = (api: { requests: { method: string }[] }) => api.requests.map(({ method }) => method);

  it('asks for confirmation of a refund', async () => {
    await using api = await asks('paid');
    const { code, err } = await run(cancel, api);
    assert.equal(code, exitCodes.usage);
    assert.match(err, /refunded to the guest.*--yes/s);
    assert.deepEqual(methods(api), ['GET']);
    assert.equal((await run([...cancel, '--yes'], api)).code, 0);
    assert.deepEqual(methods(api), ['GET', 'POST']);
  });

  it('asks for no confirmation without a refund', async () => {
    await using free = await asks(null);
    assert.equal((await run(cancel, free)).code, 0);
    await using paid = await asks('paid');
    assert.equal((await run([...cancel, '--no-refund'], paid)).code, 0);
    assert.deepEqual(methods(paid), ['POST']);
  });
});

describe('dates', () => {
  it('accept words in flags and arguments', async () => {
    await using api = await startFakeApi((_, response) => json(response, []));
    await run(['booking', 'list', 'v', '--from', 'today', '--to', 'tomorrow'], api);
    const from = new URL(api.requests[0]?.url ?? '', 'http://x').searchParams.get('from');
    assert.match(from ?? '', /^\d{4}-\d\d-\d\d$/);
    await run(['exception', 'remove', 'v', '3', 'today'], api);
    assert.match(api.requests[1]?.url ?? '', /\/exceptions\/\d{4}-\d\d-\d\d$/);
  });
});

it('reports an empty list, except with --json', async () => {
  await using api = await startFakeApi((_, response) => json(response, []));
  const { out, err, code } = await run(['facility', 'list', 'v'], api);
  assert.deepEqual([out, err, code], ['', 'No results.\n', 0]);
  assert.deepEqual(await run(['facility', 'list', 'v', '--json'], api), { out: '[]\n', err: '', code: 0 });
});

describe('credentials', () => {
  const link = ['payment-account', 'link', 'v', '--provider', 'mollie'];
  const sent = '{"provider":"mollie","credentials":{"api_key":"test_k"}}';

  it('are read from a file or from standard input', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'vb-cli-'));
    t.onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'mollie.json');
    await writeFile(file, '\ufeff{"api_key": "test_k"}\n');
    await using api = await startFakeApi((_, response) => json(response, {}));
    for (const [from, input] of [
      [file, ''],
      ['-', '{"api_key": "test_k"}'],
    ] as const) {
      const { code, err } = await run([...link, '--credentials-file', from], { ...api, input });
      assert.equal(code, 0, err);
    }
    assert.deepEqual(
      api.requests.map(({ method, url, body }) => [method, url, body]),
      Array(2).fill(['PUT', '/api/admin/venues/v/payment-account', sent]),
    );
  });

  it('are not accepted as a flag, and not printed if they are invalid JSON', async () => {
    await using api = await startFakeApi((_, response) => json(response, {}));
    assert.equal((await run([...link, '--credentials', '{"api_key":"test_k"}'], api)).code, exitCodes.usage);
    assert.equal((await run([...link, '--credentials-file', '/nowhere/x'], api)).code, exitCodes.usage);
    const { code, err } = await run([...link, '--credentials-file', '-'], { ...api, input: 'test_k' });
    assert.equal(code, exitCodes.usage);
    assert.match(err, /--credentials-file must name a file/);
    assert.doesNotMatch(err, /test_k/);
    assert.deepEqual(api.requests, []);
  });
});

describe('paginated lists', () => {
  it('show the first bookings and mention that there are more', async () => {
    await using api = await startFakeApi((request, response) => manyBookings(request.url, response));
    const { out, err, code } = await run(['booking', 'list', 'v'], api);
    assert.equal(code, 0);
    assert.equal(out.trimEnd().split('\n').length, 101);
    assert.match(err, /more/);
  });

  it('follow all links with --all, on the given URL', async () => {
    await using api = await startFakeApi((request, response) => manyBookings(request.url, response));
    const { out, err } = await run(['booking', 'list', 'v', '--all', '--json', '--status', 'confirmed'], api);
    assert.equal(err, '');
    assert.deepEqual(
      JSON.parse(out).map(({ id }: { id: number }) => id),
      Array.from({ length: 1200 }, (_, index) => index + 1),
    );
    assert.deepEqual(
      api.requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('status')),
      ['confirmed', 'confirmed', 'confirmed'],
    );
  });

  it('stop at --limit', async () => {
    await using api = await startFakeApi((request, response) => manyBookings(request.url, response));
    const { out, err } = await run(['booking', 'list', 'v', '--limit', '501', '--json'], api);
    assert.equal(JSON.parse(out).length, 501);
    assert.equal(err, '');
  });

  it('stop when a page links to itself', async () => {
    await using api = await startFakeApi((_, response) =>
      json(response, [booking(1)], 200, { Link: '</x?cursor=1-1>; rel="next"' }),
    );
    assert.equal((await run(['booking', 'list', 'v', '--all'], api)).code, exitCodes.unreachable);
  });
});

describe('a failed request', () => {
  for (const [status, code] of [
    [400, 1],
    [403, 3],
    [404, 4],
    [409, 1],
    [422, 1],
    [429, 1],
    [500, 5],
    [503, 5],
  ] as const)
    it(`exits with ${code} for status ${status}, with the API's message on stderr`, async () => {
      await using api = await startFakeApi((_, response) => json(response, { error: 'Zo niet.' }, status));
      const plain = await run(['venue', 'show', 'v'], api);
      assert.deepEqual([plain.code, plain.out, plain.err], [code, '', 'Zo niet.\n']);
      const asJson = await run(['venue', 'show', 'v', '--json'], api);
      assert.deepEqual([asJson.code, asJson.out], [code, '']);
      assert.deepEqual(JSON.parse(asJson.err), { error: 'Zo niet.' });
    });

  it('exits with 3 for a wrong token, and names its source and VENUE_BOOKING_TOKEN', async () => {
    await using api = await startFakeApi((_, response) => json(response, { error: 'Not signed in.' }, 401));
    const { code, err } = await run(['venue', 'show', 'v'], api);
    assert.equal(code, exitCodes.unauthorised);
    const remedy = 'set VENUE_BOOKING_TOKEN to the token of the operator or of a venue.';
    assert.equal(err, `${api.url} rejects the token of VENUE_BOOKING_TOKEN: ${remedy}\n`);
    const flag = await run(['venue', 'show', 'v', '--token', 'wrong'], api);
    assert.equal(flag.err, `${api.url} rejects the token of --token: ${remedy}\n`);
  });

  it('exits with 5 if the server is not Venue Booking', async () => {
    await using api = await startFakeApi((_, response) => response.end('<html>'));
    assert.equal((await run(['venue', 'show', 'v'], api)).code, exitCodes.unreachable);
  });

  it('exits at once on Ctrl-C, without output', async () => {
    const person = new AbortController();
    await using api = await startFakeApi(() => person.abort());
    const { signal, out, err } = await runAsProcess(['venue', 'list'], { ...api, ctrlC: person.signal });
    assert.deepEqual([signal, out, err], ['SIGINT', '', '']);
  });

  it('does not follow redirects with a token', async () => {
    await using other = await startFakeApi((_, response) => json(response, {}));
    await using api = await startFakeApi((_, response) =>
      response.writeHead(308, { Location: other.url }).end(),
    );
    const { code, err } = await run(['venue', 'show', 'v'], api);
    assert.equal(code, exitCodes.unreachable);
    assert.ok(err.includes(other.url));
    assert.deepEqual(other.requests, []);
  });

  it('times out', async () => {
    await using api = await startFakeApi(() => {});
    const client = createClient({ api: api.url, token: 't', tokenFrom: '--token' }, 200);
    const late = { exitCode: exitCodes.unreachable, message: /within 0.2 s/ };
    await assert.rejects(client.call({ method: 'GET', path: '/x' }), late);
    const never = new AbortController().signal;
    await assert.rejects(client.stream({ method: 'GET', path: '/x' }, 'text/csv', never), late);
  });

  it('times out within a stream', async () => {
    await using api = await startFakeApi((_, response) => response.write('id\r\n'));
    const client = createClient({ api: api.url, token: 't', tokenFrom: '--token' }, 2000);
    const csv = await client.stream({ method: 'GET', path: '/x' }, 'text/csv', new AbortController().signal);
    await assert.rejects(csv.toArray(), { exitCode: exitCodes.unreachable });
  });
});

test('a failed command sets its exit code even if stderr is closed', async () => {
  await using api = await startFakeApi((_, response) => json(response, { error: 'Unknown venue' }, 404));
  const child = spawn(process.execPath, [BIN, 'venue', 'show', 'v'], {
    env: { PATH: process.env.PATH, ...api.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.destroy();
  const [code] = await once(child, 'close');
  assert.equal(code, exitCodes.notFound);
});
