import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'vitest';
import { codeIn, pageOf, root, tableOf } from './pages.ts';

/** Existing fields in both spellings. The files that name them must also name a new field. */
const fields = [
  'buffer_minutes|bufferMinutes',
  'min_people|minPeople',
  'min_notice_minutes|minNoticeMinutes',
];

/** Tests, their helpers, docs and generated files. */
const OTHERWISE = /\.test\.ts$|^test\/|\/testing\/|\/test[A-Z]\w*\.ts$|\.md$|\.binpb$/;

const filesThatName = (words: string): string[] =>
  execFileSync('git', ['grep', '-lwE', '--untracked', words], { cwd: root })
    .toString()
    .trim()
    .split('\n')
    .filter((file) => !OTHERWISE.test(file));

/** Files, and folders with a trailing slash. */
const listed = [
  ...new Set(tableOf(pageOf('docs/architecture.md'), 'field').flatMap(({ file = '' }) => codeIn(file))),
];
const isIn = (place: string, file: string) => (place.endsWith('/') ? file.startsWith(place) : file === place);

describe('the table of files for a new field', () => {
  for (const field of fields)
    it(`lists every file that names ${field}`, () => {
      const unlisted = filesThatName(field).filter((file) => !listed.some((place) => isIn(place, file)));
      assert.deepEqual(unlisted, []);
    });

  // The columns of the command line's lists are optional.
  for (const place of listed.filter((place) => place !== 'proto/src/admin/venueCalls.ts'))
    it(`lists ${place}, which names at least one field`, () => {
      assert.ok(fields.flatMap(filesThatName).some((file) => isIn(place, file)));
    });
});
