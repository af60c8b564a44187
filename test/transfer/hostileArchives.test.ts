import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { CliError } from '../../cli/exitCodes.ts';
import { run, startFakeApi } from '../../cli/testRun.ts';
import { validateArchive } from '../../cli/transfer/validateArchive.ts';
import { bookingLine, type Content, FACILITY, type Line, makeArchive, newKey, VENUE } from './makeArchive.ts';

const START = Date.UTC(2027, 0, 4, 10);
const SETTINGS: Content = { 'venue/000001.jsonl': [VENUE], 'facilities/000001.jsonl': [FACILITY] };
const withBookings = (...lines: Line[]): Content => ({ ...SETTINGS, 'bookings/000001.jsonl': lines });
const booking = (id: number, more?: Line) => bookingLine(id, START, more);
const invoice = (number: string, seq: number, corrects: string | null = null): Line => ({
  ...{ year: 2027, seq, number, kind: corrects ? 'credit_note' : 'invoice', corrects, actor: 'desk' },
  ...{ issued_at: new Date(START).toISOString(), price_cents: 500, total_cents: 500, document: {} },
});
const at = new Date(START).toISOString();
/** What is left of a booking once its guest is erased. */
const ERASED: Line = { erased_at: at, customer_name: '', customer_email: '' };
const money: Line = {
  ...{ id: '0199b7a0-0000-7000-8000-000000000001', method: 'cash', purpose: 'rest', amount_cents: 500 },
  ...{ undoes: null, note: '', actor: 'desk', till_day: '2027-01-04', created_at: at, paid_at: at },
};
const entry: Line = { at, actor: 'desk', action: 'message_sent', note: '', changes: null };
const later = new Date(START + 3600_000).toISOString();
const slots = (kind: string, line: Line): Content => ({
  ...SETTINGS,
  [`${kind}/000001.jsonl`]: [{ facility_id: 7, ...line }],
});
/** Fields that the erasure empties, with what an attacker puts there. */
const PERSONAL: Line = {
  ...{ customer_name: 'Ada', customer_email: 'ada@example.com', note: 'Ada', client_reference: 'ada' },
  ...{ extra: { '': '1' }, money: [{ ...money, note: 'Ada' }], history: [{ ...entry, note: 'Dear Ada' }] },
};

describe('a hostile archive', () => {
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vb-hostile-'));
    file = join(folder, 'venue.tgz');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const refusal = async (expected = ''): Promise<string> => {
    const error = await validateArchive(file).then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof CliError, `${expected}: ${String(error)}`);
    return error.message;
  };

  it('is refused for its content', async () => {
    const cases: [Content, RegExp][] = [
      [
        withBookings(booking(1, { facility_id: 8 })),
        /bookings\/000001.jsonl, line 1: there is no facility 8/,
      ],
      [withBookings(booking(1), booking(1)), /line 2: 1 exists twice/],
      [withBookings(booking(1), booking(2, { reference: 'REF-1' })), /number REF-1 exists twice/],
      [withBookings(booking(1, { admin: true })), /line 1: .*admin/],
      [withBookings(booking(1, { status: 'pending_payment' })), /line 1: status/],
      [withBookings(booking(1, { people: 1e9 })), /line 1: people/],
      [withBookings(booking(1, { customer_name: 'a\u0001b' })), /line 1: customer_name/],
      [withBookings(booking(1, { customer_name: '\ud800' })), /line 1: has a text/],
      [withBookings(booking(1, { ends_at: new Date(START).toISOString() })), /line 1: ends_at/],
      [withBookings(booking(1, { amount_cents: -1 })), /line 1: amount_cents/],
      [withBookings(booking(1, { invoices: [invoice('A1', 1, 'A0')] })), /line 1: /],
      ...Object.entries(PERSONAL).map(([field, value]): [Content, RegExp] => [
        withBookings(booking(1, { ...ERASED, [field]: value })),
        new RegExp(`line 1: ${field} must be empty of an erased guest`),
      ]),
      [slots('capacities', { starts_at: at, ends_at: at, capacity: 1 }), /line 1: ends_at must be after/],
      [
        slots('capacities', { starts_at: at.replace('00.000', '07.000'), ends_at: later, capacity: 1 }),
        /a whole minute/,
      ],
      [
        slots('blocks', { starts_at: later, ends_at: at, room_id: null, reason: '' }),
        /line 1: ends_at must be after/,
      ],
      [
        slots('blocks', { starts_at: at, ends_at: later, room_id: 1, reason: '' }),
        /line 1: room_id must be null/,
      ],
      [
        slots('blocks', { starts_at: at, ends_at: later, room_id: null, reason: 'a\u0000b' }),
        /line 1: has a text/,
      ],
      [
        withBookings(booking(1, { created_at: '0000-01-01T00:00:00Z' })),
        /line 1: created_at must be after 1970/,
      ],
      [
        slots('blocks', { starts_at: '0000-01-01T00:00:00Z', ends_at: later, room_id: null, reason: '' }),
        /after 1970/,
      ],
      [withBookings(booking(1, { extra: { 'a\u0000b': 'c' } })), /line 1: has a text/],
      [
        withBookings(booking(1, { add_ons: [{ key: 'a', name: 'A', count: 1, more: '\u0000' }] })),
        /line 1: has a text/,
      ],
      [
        {
          ...SETTINGS,
          'bookings/000001.jsonl': Buffer.from(`${'['.repeat(300_000)}${']'.repeat(300_000)}\n`),
        },
        /line 1: has a text or a structure/,
      ],
      [{ ...SETTINGS, 'rooms/000001.jsonl': [{ id: 1, name: 'Hall' }] }, /are not in the order/],
      [{ 'venue/000001.jsonl': [VENUE, VENUE] }, /line 2: there are several venues/],
      [{ 'venue/000001.jsonl': [{ ...VENUE, plan: 'free' }] }, /plan/],
      [{ 'venue/000001.jsonl': [{ ...VENUE, domains: ['bank.example'] }] }, /domains/],
      [{ ...SETTINGS, 'image/a.webp': Buffer.from('<script>') }, /is no WebP image/],
      [{ ...SETTINGS, 'bookings/000001.jsonl': Buffer.from('{"id":') }, /line 1: is not JSON/],
      [{ 'facilities/000001.jsonl': [FACILITY] }, /must have one entry of the kind venue/],
      [{ ...SETTINGS, 'secrets/000001.jsonl': [] }, /contains "secrets/],
      [{ ...SETTINGS, '../../etc/passwd': [] }, /contains "\.\.\/\.\.\/etc/],
      [{ ...SETTINGS, '/etc/passwd': [] }, /contains "\/etc/],
    ];
    for (const [content, reason] of cases) {
      await makeArchive(file, content);
      assert.match(await refusal(String(reason)), reason);
    }
  });

  it('is refused for its manifest and signature', async () => {
    const content = withBookings(booking(1));
    const cases: [Parameters<typeof makeArchive>[2], RegExp][] = [
      [{ key: newKey() }, /its signature is wrong/],
      [
        {
          entry: (name, bytes) =>
            name.startsWith('bookings')
              ? Buffer.from(bytes.toString().replace('"people":1', '"people":2'))
              : bytes,
        },
        /bookings\/000001.jsonl differs from the manifest/,
      ],
      [{ manifest: (manifest) => ({ ...manifest, version: 2 }) }, /its version is 2/],
      [{ manifest: (manifest) => ({ ...manifest, format: 'zip' }) }, /not an archive of a venue/],
      [{ manifest: (manifest) => ({ ...manifest, signed: true }) }, /signed/],
      [{ manifest: (manifest) => ({ ...manifest, public_key: 'x' }) }, /public_key/],
      [{ manifest: (manifest) => ({ ...manifest, from: 'https://a.example\u0000' }) }, /from must be a text/],
      [{ manifest: (manifest) => ({ ...manifest, left_out: [{ what: '\u001b[2J', why: '' }] }) }, /left_out/],
      [
        { manifest: ({ entries, ...manifest }) => ({ ...manifest, entries: [(entries as Line[])[0]] }) },
        /lacks/,
      ],
      [
        {
          more: [
            { header: { name: 'venue/000000.jsonl', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
          ],
        },
        /contains/,
      ],
      [{ more: [{ header: { name: 'signature', size: 1 }, body: 'x' }] }, /after the manifest|twice/],
    ];
    for (const [forge, reason] of cases) {
      await makeArchive(file, content, forge);
      assert.match(await refusal(String(reason)), reason);
    }
  });

  it('is refused while it is read, before it fills the memory', async () => {
    const many = Array.from({ length: 3001 }, (_, at): [string, Line[]] => [`bookings/${at}.jsonl`, []]);
    await makeArchive(file, { ...SETTINGS, ...Object.fromEntries(many) });
    assert.match(await refusal(), /more than 3000 entries/);
    await makeArchive(file, { ...SETTINGS, 'bookings/000001.jsonl': Buffer.alloc(1_000_000, 0x20) });
    assert.match(await refusal(), /has more than \d+ bytes/);
    // A header of a tar file that claims 8 GB, with content that a few bytes compress.
    const header = Buffer.alloc(512);
    header.write('PaxHeader/x', 0);
    header.write('0000644\0', 100);
    header.write('77777777777\0', 124);
    header.write('x', 156);
    header.write('ustar\0', 257);
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    writeFileSync(file, gzipSync(Buffer.concat([header, Buffer.alloc(8_000_000)])));
    assert.match(await refusal(), /too large|maximum size/);
    for (const [bytes, reason] of [
      ['no archive', /damaged or no archive/],
      [gzipSync('no archive'), /damaged or no archive|incomplete/],
      [gzipSync(Buffer.alloc(1024)), /incomplete/],
    ] as const) {
      writeFileSync(file, bytes);
      assert.match(await refusal(String(reason)), reason);
    }
  });

  it('may contain what the erasure of a guest leaves', async () => {
    const history = [entry, { ...entry, action: 'erased' }, { ...entry, action: 'moved', note: 'to Friday' }];
    await makeArchive(file, withBookings(booking(1, { ...ERASED, money: [money], history })));
    assert.equal((await validateArchive(file)).rows.bookings, 1);
  });

  it('is complete, or it is no archive', async () => {
    await makeArchive(file, withBookings(booking(1)));
    await using api = await startFakeApi((_, response) => {
      response.writeHead(409, { 'Content-Type': 'application/json' }).end('{"error":"taken"}');
    });
    const valid = await run(['venue', 'import', file, '--yes'], { env: api.env });
    assert.deepEqual([valid.code, valid.err], [1, 'taken\n']);
    assert.match(valid.out, /Signed by ([0-9a-f]{4} ){7}[0-9a-f]{4}\nRead:\n {2}venue: 1\n/);
    const [{ body = '' } = {}] = api.requests;
    assert.equal((JSON.parse(body) as { dry_run: boolean }).dry_run, true, 'it asks before it writes');
  });
});
