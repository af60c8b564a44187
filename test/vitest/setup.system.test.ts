import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs vitest over the planted faults. Returns its exit code and output. */
const runVitest = (args: string[] = [], settings: Record<string, string> = {}) =>
  new Promise<{ code: unknown; output: string; lastLine: string }>((resolve) => {
    const command = ['node_modules/vitest/vitest.mjs', '--config', 'test/vitest/planted/vitest.config.ts'];
    const env = { ...process.env, CI: 'true', NO_COLOR: '1', FORCE_COLOR: undefined, ...settings };
    execFile(process.execPath, [...command, ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({
        code: error?.code ?? 0,
        output: stdout + stderr,
        lastLine: stdout.trimEnd().split('\n').at(-1) ?? '',
      }),
    );
  });

describe('the set-up of the tests', () => {
  let run: Awaited<ReturnType<typeof runVitest>>;
  /** What is reported of one planted file, up to the next one. */
  const reportOf = (file: string) =>
    run.output
      .split(/^ FAIL /m)
      .filter((part) => part.split('\n')[0]?.includes(file))
      .join('\n');
  beforeAll(async () => {
    run = await runVitest();
  });

  it('fails the run, and prints the totals as the last line', () => {
    assert.equal(run.code, 1);
    assert.match(run.lastLine, /^\d+ passed, \d+ failed$/);
  });

  for (const [file, resource] of [
    ['openServer', 'TCPServerWrap'],
    ['openTimer', 'Timeout'],
    ['openProcess', 'ProcessWrap'],
  ] as const)
    it(`fails a file that leaves a ${resource} open, by its name`, () => {
      assert.match(reportOf(`${file}.planted.ts`), new RegExp(`Left open: .*${resource}`));
    });

  it('ends a test that waits forever', () => {
    assert.match(reportOf('hangs.planted.ts'), /Test timed out in 2000ms/);
  });

  it('fails a file without tests', () => {
    assert.match(reportOf('empty.planted.ts'), /No test suite found/);
  });

  it('prints the seed of a property that does not hold', () => {
    assert.match(reportOf('property.planted.ts'), /seed: 20261121/);
  });

  it('fails a fast test that connects to another machine or starts a process', () => {
    assert.match(reportOf('fastConnects.planted.ts'), /connects to 192\.0\.2\.1/);
    assert.match(reportOf('fastStarts.planted.ts'), /A fast test starts /);
  });

  it('names the failed files for the second attempt of .ci/run, and none when a fast test failed', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'vb-second-attempt-'));
    const list = path.join(folder, 'files');
    await runVitest(['openTimer'], { SECOND_ATTEMPT: list });
    assert.match(readFileSync(list, 'utf8'), /^\S*openTimer\.planted\.ts$/);
    await runVitest(['openTimer', 'fastConnects'], { SECOND_ATTEMPT: list });
    assert.equal(readFileSync(list, 'utf8'), '');
    rmSync(folder, { recursive: true });
  });

  it('restores timers after each test', () => {
    assert.equal(reportOf('globals.planted.ts'), '');
  });

  it('fails a run in which no test has the name that was asked for', async () => {
    const { code, output, lastLine } = await runVitest(['property', '-t', 'no test has this name']);
    assert.equal(code, 1);
    assert.match(output, /No test ran/);
    assert.equal(lastLine, '0 passed, 1 failed, 1 skipped');
  });

  it('fails a run in which no file has the name that was asked for', async () => {
    const { code, output } = await runVitest(['no-such-file']);
    assert.equal(code, 1);
    assert.match(output, /No test files found/);
  });
});
