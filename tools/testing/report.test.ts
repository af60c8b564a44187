import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Report } from './report.ts';
import { runFiles } from './runFiles.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'venue-booking-report-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const reportOf = (...codes: string[]) => reportOfFiles(codes, { lingerMs: 120_000 });

async function reportOfFiles(codes: string[], { lingerMs }: { lingerMs: number }) {
  const files = codes.map((_, index) => path.join(folder, `${index}.test.ts`));
  await Promise.all(
    codes.map((code, index) =>
      writeFile(
        files[index] as string,
        `import { after, before, describe, test } from 'node:test';\n${code}`,
      ),
    ),
  );
  const lines: string[] = [];
  const report = new Report(folder, (line) => lines.push(line));
  // Inside a test the runner thinks it is a test file itself, and would run nothing.
  const context = process.env.NODE_TEST_CONTEXT;
  delete process.env.NODE_TEST_CONTEXT;
  try {
    await runFiles(files, { most: 2, weightOf: () => 1, lingerMs }, report, new AbortController());
  } finally {
    if (context) process.env.NODE_TEST_CONTEXT = context;
  }
  report.end();
  return { totals: report.totals, text: lines.join('\n') };
}

test('only tests are counted, not the suites and tests around them', async () => {
  const { totals, text } = await reportOf(`
    test('plain', () => {});
    test('parent', async (t) => { await t.test('kid', () => {}); await t.test('other kid', () => {}); });
    describe('suite', () => { test('inner', () => {}); test('later', { skip: true }, () => {}); });`);
  assert.deepEqual(totals, { passed: 4, failed: 0, skipped: 1 });
  assert.match(text, /\n4 passed, 0 failed, 1 skipped$/);
});

test('a failure is counted once and shown with its reason', async () => {
  const { totals, text } = await reportOf(`
    describe('suite', () => { test('inner', () => { console.log('a trace'); throw new Error('too full'); }); });`);
  assert.deepEqual(totals, { passed: 0, failed: 1, skipped: 0 });
  assert.match(text, /1\) 0\.test\.ts › suite › inner\n\s+Error: too full[\s\S]*a trace/);
});

test('what takes long is told at once, by a line that ends in an ellipsis; the rest only of a file that fails', async () => {
  const { text } = await reportOf(`
    test('long', async () => {
      console.error('Fetching a browser (once) …');
      console.error('a trace');
      await new Promise((resolve) => setTimeout(resolve, 100));
    });`);
  assert.match(text, /^Fetching a browser \(once\) …\n[\s\S]*✔ long/);
  assert.doesNotMatch(text, /a trace/);
});

test('a hook that fails is a failure', async () => {
  const { totals } = await reportOf(`
    describe('suite', () => { before(() => { throw new Error('no server'); }); test('inner', () => {}); });`);
  assert.ok(totals.failed > 0);
});

test('a file that can not be loaded, crashes or holds no test is a failure', async () => {
  const { totals, text } = await reportOf(
    `import './missing.ts';`,
    `test('dies', () => process.kill(process.pid, 'SIGKILL'));`,
    `test('fine', () => {}); setTimeout(() => process.exit(3), 50);`,
    `before(() => {});`,
  );
  assert.deepEqual(totals, { passed: 1, failed: 4, skipped: 0 });
  assert.match(text, /0\.test\.ts[\s\S]*ERR_MODULE_NOT_FOUND/);
});

test('a file that leaves something open after its last test is ended, and no other one with it', async () => {
  const { totals, text } = await reportOfFiles(
    [
      `import { createServer } from 'node:net';
     setInterval(() => console.log('still here'), 50);
     test('opens', () => { createServer().listen(0, '127.0.0.1'); throw new Error('half-way'); });`,
      `test('waits', () => new Promise((resolve) => setTimeout(resolve, 1500)));
     describe('suite', () => {
       after(() => new Promise((resolve) => setTimeout(resolve, 1500)));
       test('is quick', () => {});
       test('is left out', { skip: true }, () => {});
     });`,
    ],
    // Far more than the other file takes to end.
    { lingerMs: 5000 },
  );
  assert.deepEqual(totals, { passed: 2, failed: 2, skipped: 1 });
  assert.match(text, /1\) 0\.test\.ts › opens\n\s+Error: half-way/);
  assert.match(text, /2\) 0\.test\.ts\n\s+was ended, as it went on for 5 s after its last test/);
});
