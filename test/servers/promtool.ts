import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import { librariesOf, packagedFile, unpackFromDebian } from './debianPackages.ts';
import { isExecutable, type Program } from './executable.ts';

const run = promisify(execFile);

/**
 * Runs `promtool test rules`, which evaluates rules over synthetic series.
 * @param rules groups of rules, as in a rule file
 * @param tests as in a test file of `promtool test rules`
 * @throws Error with the output of promtool
 */
export async function testRules(rules: object, tests: object[]): Promise<void> {
  const { file, env } = await findPromtool();
  const folder = await mkdtemp(path.join(tmpdir(), 'venue-booking-rules-'));
  try {
    // JSON is valid YAML.
    await writeFile(path.join(folder, 'rules.yaml'), JSON.stringify(rules));
    const suite = { rule_files: ['rules.yaml'], evaluation_interval: '1m', tests };
    await writeFile(path.join(folder, 'tests.yaml'), JSON.stringify(suite));
    await run(file, ['test', 'rules', 'tests.yaml'], {
      cwd: folder,
      timeout: PATIENCE_MS,
      env: { ...process.env, ...env },
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}` || String(error));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** From this machine, else from Debian's packages. */
async function findPromtool(): Promise<Program> {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const installed = folders.map((folder) => path.join(folder, 'promtool')).find(isExecutable);
  if (installed) return { file: installed };
  const folder = await unpackFromDebian('prometheus');
  if (folder === undefined)
    throw new Error('Tests of the alerts need promtool on the PATH: install Prometheus.');
  return { file: packagedFile(folder, 'usr/bin/promtool'), env: librariesOf(folder) };
}
