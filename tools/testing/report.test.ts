import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Report } from './report.ts';
import { runFiles, toJobs } from './runFiles.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'venue-booking-report-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const reportOf = (...codes: string[]) => reportOfFiles(codes);

async function reportOfFiles(
  codes: string[],
  { lingerMs = 120_000, together = false, namePatterns = [] as string[], most = 2, idle = false } = {},
) {
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
  const options = { mayBeEmpty: namePatterns.length > 0 };
  const report = new Report(folder, (line) => lines.push(line), options);
  // Inside a test the runner thinks it is a test file itself, and would run nothing.
  const context = process.env.NODE_TEST_CONTEXT;
  delete process.env.NODE_TEST_CONTEXT;
  try {
    const jobs = toJobs(files, () => (together ? 'fast' : 'other'), together);
    const room = { most, weightOf: () => 1, isIdle: () => idle, lingerMs, namePatterns };
    await runFiles(jobs, room, report, new AbortController());
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
    // Far more than the other file takes to end once its last test has.
    { lingerMs: 2000 },
  );
  assert.deepEqual(totals, { passed: 2, failed: 2, skipped: 1 });
  assert.match(text, /1\) 0\.test\.ts › opens\n\s+Error: half-way/);
  assert.match(text, /2\) 0\.test\.ts\n\s+was ended, as it went on for \d+ s after its last test/);
});

test('one more file is started when those that run wait, though there is no room for it', async () => {
  const done = JSON.stringify(path.join(folder, 'done'));
  const codes = [
    `import { existsSync } from 'node:fs';
     test('waits', async () => {
       while (!existsSync(${done})) await new Promise((resolve) => setTimeout(resolve, 50));
     });`,
    `import { writeFileSync } from 'node:fs';
     test('is waited for', () => writeFileSync(${done}, ''));`,
  ];
  const { totals } = await reportOfFiles(codes, { most: 1, idle: true });
  assert.deepEqual(totals, { passed: 2, failed: 0, skipped: 0 });
});

test('a failure is shown when it happens, before the file has ended', async () => {
  const { text } = await reportOf(`
    test('fails', () => { throw new Error('too full'); });
    test('goes on', async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      console.error('Still at it …');
    });`);
  assert.match(text, /^\n✖ 0\.test\.ts › fails\n\s+Error: too full[\s\S]*\nStill at it …[\s\S]*✔ goes on/);
});

test('files that share a process are reported as if each had its own', async () => {
  const codes = [
    `let count = 0; before(() => { count++; process.env.OF_THE_FIRST = 'set'; });
     test('first', () => { if (count !== 1) throw new Error('a hook of another file'); });`,
    `test('second', () => { if (process.env.OF_THE_FIRST) throw new Error('set by another file'); });
     describe('suite', () => { test('inner', () => { throw new Error('too full'); }); test('other', () => {}); });`,
    `import './missing.ts';`,
    `export {};`,
    `test('fifth', () => {});`,
  ];
  const { totals, text } = await reportOfFiles(codes, { together: true });
  assert.deepEqual(totals, { passed: 4, failed: 3, skipped: 0 });
  assert.match(text, /\n0\.test\.ts\n {2}✔ first[\s\S]*\n1\.test\.ts › suite\n {2}✖ inner\n {2}✔ other/);
  assert.match(text, /1\) 1\.test\.ts › suite › inner\n\s+Error: too full/);
  assert.match(text, /2\) 2\.test\.ts\n[\s\S]*ERR_MODULE_NOT_FOUND[\s\S]*3\) 3\.test\.ts\n\s+holds no test/);
});

test('a file that crashes takes nothing from those that share its process', async () => {
  const codes = [
    `test('first', () => {});`,
    `test('fine', () => {}); test('dies', () => process.kill(process.pid, 'SIGKILL'));`,
    `test('third', () => {});`,
    `test('fourth', () => {});`,
  ];
  const { totals, text } = await reportOfFiles(codes, { together: true });
  // What a process said just before its end may be lost.
  assert.deepEqual({ ...totals, passed: Math.max(totals.passed, 4) }, { passed: 4, failed: 1, skipped: 0 });
  assert.match(text, /0\.test\.ts\n[\s\S]*✔ third[\s\S]*✔ fourth[\s\S]*1\) 1\.test\.ts\n[\s\S]*SIGKILL/);
});

test('of files that share a process and leave something open, it is said that one of them does', async () => {
  const codes = [`test('first', () => { setInterval(() => {}, 1000); });`, `test('second', () => {});`];
  const { totals, text } = await reportOfFiles(codes, { together: true, lingerMs: 1000 });
  assert.deepEqual(totals, { passed: 2, failed: 1, skipped: 0 });
  assert.match(text, /1\) one of 2 files in one process: .*0\.test\.ts, .*\n\s+was ended/);
});

test('only the tests with a name that is asked for are run; a file without any is no failure then', async () => {
  const codes = [`test('one', () => {}); test('other', () => {});`, `test('other', () => {});`];
  const { totals, text } = await reportOfFiles(codes, { namePatterns: ['one'] });
  assert.deepEqual(totals, { passed: 1, failed: 0, skipped: 0 });
  assert.doesNotMatch(text, /other|1\.test\.ts/);
});

test('what runs for long is named, and at the end the slowest files', () => {
  const lines: string[] = [];
  const report = new Report('/root', (line) => lines.push(line));
  report.tellRunning([]);
  report.tellRunning(['a.test.ts (31 s)', 'b.test.ts (64 s)']);
  for (let seconds = 1; seconds <= 12; seconds++) report.finish(`/root/${seconds}.test.ts`, [], seconds);
  report.end();
  const text = lines.join('\n');
  assert.match(text, /^\nStill running: a\.test\.ts \(31 s\), b\.test\.ts \(64 s\) …\n/);
  assert.match(
    text,
    /The slowest files:\n {2}12\.0 s 12\.test\.ts\n[\s\S]* {2}3\.0 s 3\.test\.ts\n\n0 passed/,
  );
});
