// Prepares a clone to run: installs dependencies as locked and generates code.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generators, runGenerator } from './generate.mjs';
import { hashOf, install, installedAsLocked } from './install.mjs';
import { SetupError } from './setupError.mjs';
import { withSetupLock } from './setupLock.mjs';

export { SetupError };

/** The repository's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

// In node_modules, so that deleting that folder also deletes this record.
const stampFile = path.join(root, 'node_modules', '.venue-booking-setup');

/**
 * Installs and generates what is missing or outdated. Takes a few milliseconds if nothing is.
 * @param level which packages to install: `start` for those that starting the product needs, or `all`
 */
export async function setUp(level = 'all') {
  if (isDone(level)) return;
  await withSetupLock(root, async () => {
    // Another process may have finished while this one waited for the lock.
    if (isDone(level)) return;
    const lock = hashOf([path.join(root, 'package-lock.json')]);
    let stamp = readStamp();
    if (!hasPackages(stamp, level, lock)) {
      // After a manual `npm install` everything is in place; installing again would only take time.
      let installed = 'all';
      if (!installedAsLocked(root)) {
        // Never remove the packages of the tests again.
        if (level === 'start' && stamp.packages !== 'all') installed = 'start';
        await install(root, installed);
        stamp = { generated: stamp.packages === 'start' ? stamp.generated : {} };
      }
      Object.assign(stamp, { lock, packages: installed });
      writeStamp(stamp);
    }
    const due = generators(root).filter((one) => !upToDate(one, stamp));
    if (due.length > 0)
      console.error(`venue-booking: Generating code (${due.map((one) => one.name).join(', ')}) …`);
    const results = await Promise.allSettled(due.map((one) => runGenerator(root, one)));
    results.forEach((result, index) => {
      if (result.status === 'fulfilled') stamp.generated[due[index].name] = due[index].hash;
    });
    writeStamp(stamp);
    const failed = results.filter((result) => result.status === 'rejected').map((result) => result.reason);
    const bug = failed.find((reason) => !(reason instanceof SetupError));
    if (bug) throw bug;
    if (failed.length > 0) throw new SetupError(failed.map((reason) => reason.message).join('\n'));
  });
}

/**
 * Whether a clone has the packages of the lock file. Stamps without a level are of complete installations.
 */
const hasPackages = (stamp, level, lock) =>
  stamp.lock === lock && (level === 'start' || (stamp.packages ?? 'all') === 'all');

function isDone(level) {
  const stamp = readStamp();
  if (!hasPackages(stamp, level, hashOf([path.join(root, 'package-lock.json')]))) return false;
  return generators(root).every((one) => upToDate(one, stamp));
}

const upToDate = (generator, stamp) =>
  stamp.generated[generator.name] === generator.hash && generator.outputsExist();

function readStamp() {
  try {
    return { generated: {}, ...JSON.parse(readFileSync(stampFile, 'utf8')) };
  } catch {
    return { generated: {} };
  }
}

function writeStamp(stamp) {
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${JSON.stringify(stamp, null, 2)}\n`);
}
