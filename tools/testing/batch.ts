// Runs the test files that its arguments name, one after the other in this process. Each is a suite by its
// path, so that its hooks are its own. They share what modules keep, and what is dear to start.
import { after, mock, suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { shareBetweenFiles } from '../../test/stack/keptByFiles.ts';

const environment = { ...process.env };
const endShared = shareBetweenFiles();

for (const file of process.argv.slice(2))
  await new Promise<void>((done) => {
    suite(file, async () => {
      after(() => {
        mock.reset();
        restoreEnvironment();
        done();
      });
      await import(pathToFileURL(file).href).catch((error) => {
        done();
        throw error;
      });
    });
  });
await endShared();

function restoreEnvironment(): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
