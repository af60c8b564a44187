import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'vitest';
import { codeIn, pageOf, root, tableOf } from './pages.ts';

/** Fields that are there, by their two spellings: what names them is what names a new one. */
const fields = [
  'buffer_minutes|bufferMinutes',
  'min_people|minPeople',
  'min_notice_minutes|minNoticeMinutes',
];

/** Tests and what they use, and what is made. */
const OTHERWISE = /\.test\.ts$|^test\/|\/testing\/|\/test[A-Z]\w*\.ts$|\.md$|\.binpb$/;

const filesThatName = (words: string): string[] =>
  execFileSync('git', ['grep', '-lwE', '--untracked', words], { cwd: root })
    .toString()
    .trim()
    .split('\n')
    .filter((file) => !OTHERWISE.test(file));

/** Files, and folders by their slash. */
const listed = [
  ...new Set(tableOf(pageOf('docs/architecture.md'), 'field').flatMap(({ file = '' }) => codeIn(file))),
];
const isIn = (place: string, file: string) => (place.endsWith('/') ? file.startsWith(place) : file === place);

describe('the list of files that a field takes', () => {
  for (const field of fields)
    it(`has every file that names ${field}`, () => {
      const unlisted = filesThatName(field).filter((file) => !listed.some((place) => isIn(place, file)));
      assert.deepEqual(unlisted, []);
    });

  // A column of the command line's lists is chosen, not needed.
  for (const place of listed.filter((place) => place !== 'proto/src/admin/venueCalls.ts'))
    it(`names ${place}, where one of them is`, () => {
      assert.ok(fields.flatMap(filesThatName).some((file) => isIn(place, file)));
    });
});
