import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import { cacheFolder } from './cacheFolder.ts';
import { isExecutable, type Program } from './executable.ts';

const run = promisify(execFile);
const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/**
 * The browser of the tests: the one that CHROMIUM names, else the npm package, else one on the PATH.
 * @throws Error that says what to install
 */
export async function findChromium(): Promise<Program> {
  if (process.env.CHROMIUM) return { file: process.env.CHROMIUM };
  if (process.platform === 'linux' && process.arch === 'x64') return packagedChromium();
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const file = names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
  if (file) return { file };
  throw new Error(
    'Browser tests need Chromium: install it, or name its program in CHROMIUM (its npm package is for Linux on x64).',
  );
}

/**
 * Chromium from `@sparticuz/chromium`, unpacked once. The package brings all that it needs beyond the C
 * library (NSS, NSPR, expat, a font). So it runs on a bare system, and pages look the same everywhere.
 */
async function packagedChromium(): Promise<Program> {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(readFileSync(path.join(path.dirname(entry), '..', 'package.json'), 'utf8'));
  const folder = path.join(cacheFolder(), `chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder, entry);
  return {
    file: path.join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  };
}

async function unpackInto(folder: string, entry: string): Promise<void> {
  const work = `${folder}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  const code = `import chromium from ${JSON.stringify(entry)}; await chromium.executablePath();`;
  try {
    // A separate process, because the package unpacks into the temporary folder, and its libraries only on
    // Lambda.
    await run(process.execPath, ['--input-type=module', '-e', code], {
      env: { TMPDIR: work, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      timeout: PATIENCE_MS,
    });
    writeFileSync(
      path.join(work, 'fonts.conf'),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`,
    );
    renameSync(work, folder);
  } catch (error) {
    // Another process may have unpacked it first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
