import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { pageOf, root } from './pages.ts';

const folder = 'docs/decisions';
const records = readdirSync(path.join(root, folder)).filter((name) => /^\d{4}-.*\.md$/.test(name));

test('every reference to a decision names an existing record', () => {
  const found = execFileSync('git', ['grep', '-InoE', 'decisions/[0-9]{4}[-a-z0-9]*(\\.md)?'], {
    cwd: root,
    encoding: 'utf8',
  });
  const lines = found.trim().split('\n');
  assert.ok(lines.length > 50, 'references are found');
  const broken = lines.filter((line) => {
    const [, name = ''] = /decisions\/(\S+)$/.exec(line) ?? [];
    return !records.some((record) => (name.endsWith('.md') ? record === name : record.startsWith(name)));
  });
  assert.deepEqual(broken, []);
});

test('a record has a date, a status, the three sections, and 40 lines at most', () => {
  for (const name of records) {
    const { lines, text } = pageOf(`${folder}/${name}`);
    assert.match(
      text,
      /^# \d{4}: .+\n\n- Date: 2\d{3}-\d\d-\d\d.*\n- Status: [\s\S]*## Context[\s\S]*## Decision[\s\S]*## Consequences/,
      name,
    );
    assert.ok(lines.length <= 42, `${name} has ${lines.length} lines`);
  }
});

test('the index has the title and the date of each record', () => {
  const index = pageOf(`${folder}/README.md`).text;
  for (const name of records) {
    const { text } = pageOf(`${folder}/${name}`);
    const [, number, title] = /^# (\d{4}): (.+)/.exec(text) ?? [];
    assert.ok(index.includes(`| [${number}](${name}) | ${title} | 2`), name);
  }
});
