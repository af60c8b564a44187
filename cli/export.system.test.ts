import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { exitCodes } from './exitCodes.ts';
import { run, runAsProcess, startFakeApi } from './testRun.ts';

describe('booking export', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vb-cli-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'bookings.csv');
  const csv = `id,name\r\n${'1,Zoë 温泉\r\n'.repeat(50_000)}`;

  it('writes CSV to standard output', async () => {
    await using api = await startFakeApi((_, response) => response.end(csv));
    const { out, code } = await run(['booking', 'export', 'v', '--from', '2026-12-01'], api);
    assert.equal(code, 0);
    assert.ok(out === csv);
    assert.equal(api.requests[0]?.headers.accept, 'text/csv');
    assert.equal(api.requests[0]?.url, '/api/admin/venues/v/bookings?from=2026-12-01');
  });

  it('writes a file that only its owner can read', async () => {
    await using api = await startFakeApi((_, response) => response.end(csv));
    const { out, code } = await run(['booking', 'export', 'v', '--output', file], api);
    assert.deepEqual([out, code], ['', 0]);
    assert.ok(readFileSync(file, 'utf8') === csv);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    rmSync(file);
  });

  it('asks for a spreadsheet if the file is named so', async () => {
    await using api = await startFakeApi((_, response) => response.end('PK'));
    const sheet = join(folder, 'bookings.xlsx');
    const { code } = await run(['booking', 'export', 'v', '--output', sheet], api);
    assert.deepEqual([code, readFileSync(sheet, 'utf8')], [0, 'PK']);
    assert.match(api.requests[0]?.headers.accept ?? '', /spreadsheetml\.sheet$/);
    rmSync(sheet);
  });

  it('writes a private file even if a readable temporary file exists', async () => {
    await using api = await startFakeApi((_, response) => response.end(csv));
    const crowded = mkdtempSync(join(tmpdir(), 'vb-cli-'));
    const wanted = join(crowded, 'bookings.csv');
    writeFileSync(`${wanted}.part`, 'of somebody else', { mode: 0o644 });
    const { code } = await run(['booking', 'export', 'v', '--output', wanted], api);
    const { mode } = statSync(wanted);
    rmSync(crowded, { recursive: true });
    assert.deepEqual([code, mode & 0o777], [0, 0o600]);
  });

  it('leaves no partial file when the connection breaks', async () => {
    await using api = await startFakeApi((_, response) => {
      response.writeHead(200, { 'Content-Length': csv.length * 2 }).write(csv);
      setTimeout(() => response.destroy(), 100);
    });
    const { code, err } = await run(['booking', 'export', 'v', '--output', file], api);
    assert.equal(code, exitCodes.unreachable, err);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('leaves no partial file on Ctrl-C, and prints nothing', async () => {
    const person = new AbortController();
    await using api = await startFakeApi((_, response) => {
      response.write(csv);
      setTimeout(() => person.abort(), 300);
    });
    const { code, out, err } = await runAsProcess(['booking', 'export', 'v', '--output', file], {
      ...api,
      ctrlC: person.signal,
    });
    assert.deepEqual([code, out, err], [130, '', '']);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('reports a file that cannot be written', async () => {
    await using api = await startFakeApi((_, response) => response.end(csv));
    const { code, err } = await run(['booking', 'export', 'v', '--output', '/nowhere/x.csv'], api);
    assert.equal(code, exitCodes.usage);
    assert.match(err, /\/nowhere\/x\.csv can't be written/);
    assert.ok(!existsSync('/nowhere'));
  });
});
