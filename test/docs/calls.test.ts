import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { adminGroups } from '@venue-booking/proto/admin/adminApi';
import { describe, it } from 'vitest';
import { codeIn, pageOf, root, tableOf } from './pages.ts';

/** The files that the page lists; `*` matches a part of a name. */
const listed = tableOf(pageOf('docs/architecture.md'), 'call').flatMap(({ file = '' }) => codeIn(file));

/** The CSV of a list has its own route, which takes its input and roles from the table. */
const OTHERWISE = ['auditFiles', 'bookingsCsv', 'feeFiles', 'figuresCsv', 'tillCsv', 'usageCsv'].map(
  (name) => `services/gateway/admin/exports/${name}.ts`,
);

const files = globSync('{cli,domain,proto/src,services/gateway}/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !/node_modules|\.test\.ts$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
const ids = adminGroups.flatMap(([, { calls }]) => Object.keys(calls));

describe('a call of the admin API', () => {
  it('is named only in the files that docs/architecture.md lists, within the gateway, proto and the command line', () => {
    const allowed = listed.flatMap((place) => globSync(place, { cwd: root })).concat(OTHERWISE);
    for (const id of ids) {
      const named = files.filter(({ text }) => new RegExp(`\\b${id}\\b`).test(text)).map(({ file }) => file);
      assert.deepEqual(
        named.filter((file) => !allowed.includes(file)),
        [],
        id,
      );
    }
  });

  it('is named in each of the listed files', () => {
    assert.ok(listed.length > 0);
    for (const place of listed) {
      const matching = globSync(place, { cwd: root });
      const texts = files.filter(({ file }) => matching.includes(file)).map(({ text }) => text);
      assert.ok(
        ids.some((id) => texts.some((text) => text.includes(id))),
        place,
      );
    }
  });
});
