import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { fileTransport } from './fileTransport.ts';
import { type EncodedMessage, SendFailure } from './mailTransport.ts';
import { encode } from './mime.ts';

const message = (bookingId: number, minute = 0): EncodedMessage =>
  encode({
    of: {
      venueId: 3,
      bookingId,
      mailId: `0190b3c0-0000-7000-8000-${String(minute).padStart(12, '0')}`,
      createdAt: new Date(Date.UTC(2026, 10, 21, 9, minute)),
    },
    messageId: '<1@localhost>',
    from: { name: 'Sauna', address: 'no-reply@localhost' },
    to: { name: 'Ada', address: 'ada@example.com' },
    replyTo: null,
    subject: 'Boeking bevestigd ✓',
    language: 'nl',
    text: 'Hallo\n.\nAda',
    html: '<p>Hallo</p>',
    calendar: null,
  });

describe('the file transport', () => {
  let folder: string;
  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'vb-mail-')), 'mail');
  });
  afterAll(() => rm(join(folder, '..'), { recursive: true }));
  const names = async () => (await readdir(folder)).sort();

  it('writes each message to a file that only its owner can read, and the same message to the same file', async () => {
    const transport = fileTransport(folder);
    await transport.send(message(7));
    await transport.send(message(7));
    assert.deepEqual(await names(), ['20261121T090000000Z-3-7-0190b3c0-0000-7000-8000-000000000000.eml']);
    const [name = ''] = await names();
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
    const text = await readFile(join(folder, name), 'utf8');
    assert.match(text, /^To: Ada <ada@example\.com>\r$/m);
    assert.match(text, /^Auto-Submitted: auto-generated\r$/m);
    assert.match(text, /^\.\r$/m, 'a line with a dot is unchanged');
  });

  it('keeps the newest messages and leaves other files alone', async () => {
    await writeFile(join(folder, 'notes.txt'), 'mine');
    const transport = fileTransport(folder, 3);
    for (const minute of [5, 1, 4, 2, 3]) await transport.send(message(8, minute));
    assert.deepEqual(
      (await names()).map((name) => name.slice(9, 13)),
      ['0903', '0904', '0905', ''],
    );
  });

  it('counts files that a crash left unfinished', async () => {
    const other = join(folder, 'crashed');
    const transport = fileTransport(other, 1);
    await transport.send(message(8, 2));
    await writeFile(join(other, '.20261121T090100000Z-3-8-0190b3c0-0000-7000-8000-000000000001.eml'), '');
    await transport.send(message(8, 3));
    assert.deepEqual(
      (await readdir(other)).map((name) => name.slice(0, 13)),
      ['20261121T0903'],
    );
    await rm(other, { recursive: true });
  });

  it('deletes the mail of a booking and of no other', async () => {
    const transport = fileTransport(folder);
    await transport.send(message(80, 10));
    await transport.delete([
      { venueId: 3, bookingId: 8 },
      { venueId: 4, bookingId: 80 },
    ]);
    assert.deepEqual(
      (await names()).filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, 25)),
      ['20261121T091000000Z-3-80-'],
    );
    await fileTransport(join(folder, 'not-there')).delete([{ venueId: 3, bookingId: 80 }]);
  });

  it('reports that no mail can be sent if the folder is not writable', async () => {
    await writeFile(join(folder, 'a-file'), '');
    await assert.rejects(
      fileTransport(join(folder, 'a-file')).send(message(9)),
      (error) =>
        error instanceof SendFailure && error.kind === 'unavailable' && /ENOTDIR|EEXIST/.test(error.message),
    );
  });
});
