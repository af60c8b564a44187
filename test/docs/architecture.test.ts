import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventSchemas } from '@venue-booking/proto/events';
import { eventStream, services } from '@venue-booking/proto/subjects';
import { describe, it } from 'vitest';
import { codeIn, pageOf, root, tableOf } from './pages.ts';

const page = pageOf('docs/architecture.md');
const picture = page.blocks.find(({ language }) => language === 'mermaid')?.text ?? '';

/** Every table that migrations create and do not drop, as `schema.table`. */
function madeTables(): string[] {
  const made = new Set<string>();
  for (const file of globSync('services/*/prisma/migrations/*/migration.sql', { cwd: root }).sort()) {
    const [, service] = file.split(path.sep);
    const sql = readFileSync(path.join(root, file), 'utf8');
    for (const [, name] of sql.matchAll(/^\s*CREATE TABLE (?:IF NOT EXISTS )?(?:\w+\.)?(\w+)/gm))
      made.add(`${service}.${name}`);
    for (const [, name] of sql.matchAll(/^\s*DROP TABLE (?:IF EXISTS )?(?:\w+\.)?(\w+)/gm))
      made.delete(`${service}.${name}`);
  }
  return [...made].sort();
}

/**
 * The paths in a line that do not exist. A path is relative to the root, to `services/`, or to the folder of
 * an earlier path in that line.
 */
function missingPaths(line: string): string[] {
  const places = ['', 'services'];
  // `booking/<what>Calls.ts` adds its folder.
  for (const [, folder = ''] of line.matchAll(/`([\w./-]+)\/<\w+>\w/g))
    places.push(folder, `services/${folder}`);
  return codeIn(line)
    .filter((code) => /^[\w./-]+(\.(ts|md|sql|yaml|json|prisma|cjs)|\/)$/.test(code))
    .filter((file) => {
      const found = places
        .map((place) => path.join(place, file))
        .find((at) => existsSync(path.join(root, at)));
      if (found) places.push(path.dirname(found), found.split('/').slice(0, 2).join('/'));
      return !found;
    });
}

describe('docs/architecture.md', () => {
  it('lists exactly the tables that migrations create', () => {
    const listed = tableOf(page, 'tables').flatMap(({ schema = '', table = '' }) =>
      schema.split(', ').flatMap((one) => codeIn(table).map((name) => `${one}.${name}`)),
    );
    assert.deepEqual(listed.sort(), madeTables());
  });

  it('shows every service in its diagram, and a stream for each service that publishes events', () => {
    for (const service of services) assert.match(picture, new RegExp(`<b>${service}</b>`), service);
    for (const service of services) {
      const { name } = eventStream(service);
      const says = Object.keys(eventSchemas).some((subject) => subject.startsWith(`events.${service}.`));
      assert.equal(picture.includes(name), says, name);
    }
  });

  it('draws an arrow from a stream to exactly the services that consume it', () => {
    const drawn = new Set(
      [...picture.matchAll(/^ *events_(\w+) --> (.*)$/gm)].flatMap(([, stream, to = '']) =>
        to.split(' & ').map((service) => `${stream} to ${service}`),
      ),
    );
    const consumed = new Set(
      services.flatMap((service) =>
        globSync(`services/${service}/**/*.ts`, { cwd: root, exclude: (name) => name === 'gen' })
          .filter((file) => !/\btest|testing/i.test(file))
          .flatMap((file) => [
            ...readFileSync(path.join(root, file), 'utf8').matchAll(/inboxConsumer\(\{[^}]*?from: '(\w+)'/g),
          ])
          .map(([, from]) => `${from} to ${service}`),
      ),
    );
    assert.deepEqual([...drawn].sort(), [...consumed].sort());
  });

  it('names only existing files and folders', () => {
    assert.deepEqual(page.prose.split('\n').flatMap(missingPaths), []);
    assert.deepEqual(missingPaths('`booking/core/createBooking.ts`, `nowhere.ts`'), ['nowhere.ts']);
  });
});
