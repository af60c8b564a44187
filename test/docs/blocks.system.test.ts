import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { readAllEnv } from '../../services/one-process/env.ts';
import { welcome } from '../../services/one-process/welcome.ts';
import { findProgram } from '../servers/program.ts';
import { type Block, type Page, pageOf, pages, readersPages, root, whyNotRun } from './pages.ts';

const run = promisify(execFile);

/** The languages of blocks that run, by page. `running`, `analytics` and the tests below run them. */
const RUN: Record<string, string[]> = {
  'README.md': ['sh', 'html', ''],
  'docs/analytics.md': ['js'],
  'docs/api.md': ['sh', 'json'],
  'docs/owner.md': ['sh'],
  'docs/invoices.md': ['sh'],
  'docs/payments.md': ['sh'],
  'docs/sign-up.md': ['sh'],
  'docs/production.md': ['sh', 'sql'],
  'docs/one-server.md': ['sh', 'ini', 'caddyfile'],
  'docs/webhooks.md': ['sh', 'json', 'js'],
  'docs/widget.md': ['sh', 'html', 'js', 'css', 'csp'],
  'docs/architecture.md': ['mermaid'],
};
const blockOf = (file: string, language: string): Block => {
  const block = pageOf(file).blocks.find((one) => one.language === language && !whyNotRun(one));
  assert.ok(block, `${file} has a block of ${language}`);
  return block;
};

test('every code block of the docs is run by a test or gives a reason', () => {
  const neither = readersPages.flatMap(({ file, blocks }) =>
    blocks
      .filter((block) => !whyNotRun(block) && !RUN[file]?.includes(block.language))
      .map(({ line }) => `${file}:${line}`),
  );
  assert.deepEqual(neither, []);
});

test('every block of commands is valid shell syntax', async () => {
  for (const { file, blocks } of pages)
    for (const { language, text, line } of blocks)
      if (language === 'sh')
        await assert.doesNotReject(
          run('bash', ['-n', '-c', text]),
          `${file}:${line} is not valid shell syntax`,
        );
});

test('every npm script that a page names exists', () => {
  const scripts = Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts);
  const named = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm run ([a-z][\w:-]*)(?![\w:-]| -w)|\bnpm (start|test)\b/g)]
      .map(([whole, script, own]) => ({ file, whole, script: script ?? own ?? '' }))
      .filter(({ script }) => script !== 'build'),
  );
  assert.ok(named.length > 20);
  for (const { file, script } of named) assert.ok(scripts.includes(script), `${file}: ${script}`);
});

test('README shows the output of npm start', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vb-docs-'));
  try {
    const printed = welcome(readAllEnv({ DATA_DIR: folder }), '…').replace(folder, '.data');
    const lines = blockOf('README.md', '').text.split('\n');
    assert.ok(lines.length > 4);
    for (const line of lines) assert.ok(printed.includes(line.replace(/…$/, '')), line);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the snippet of README is a page that fits a phone', () => {
  const { text } = blockOf('README.md', 'html');
  assert.match(text, /^<!doctype html>\n<html lang="\w+">\n/);
  assert.match(text, /<meta charset="utf-8">\n<meta name="viewport" content="width=device-width/);
  assert.match(text, /<title>.+<\/title>/);
});

test('README has the same snippet as docs/widget.md', () => {
  const tag = (file: string) => /<script .*/.exec(blockOf(file, 'html').text)?.[0];
  assert.equal(tag('README.md'), tag('docs/widget.md'));
});

test('docs/one-server.md: systemd accepts the unit', async () => {
  const { text } = blockOf('docs/one-server.md', 'ini');
  const [, folder = '', script = ''] =
    /WorkingDirectory=(.*)[\s\S]*ExecStart=\S+ tools\/run\.mjs (.*)/.exec(text) ?? [];
  assert.equal(folder, '/opt/venue-booking/app');
  assert.ok(existsSync(path.join(root, script)), script);
  const sections = [...text.matchAll(/^\[(\w+)\]$/gm)].map(([, name]) => name);
  assert.deepEqual(sections, ['Unit', 'Service', 'Install']);
  const verify = await findProgram(['systemd-analyze']).catch(() => undefined);
  if (!verify) return;
  const temporary = mkdtempSync(path.join(tmpdir(), 'vb-docs-'));
  try {
    const file = path.join(temporary, 'venue-booking.service');
    const here = text.replaceAll('/usr/bin/node', process.execPath).replaceAll(folder, root);
    writeFileSync(file, here.replace('EnvironmentFile=', 'EnvironmentFile=-'));
    const { stderr } = await run(verify.file, ['verify', '--man=no', file]);
    const ofOurs = stderr.split('\n').filter((line) => line.includes('venue-booking'));
    assert.deepEqual(ofOurs, []);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});

test('docs/one-server.md: Caddy accepts the configuration and blocks metrics and mail', async () => {
  const { file, env } = await findProgram(['caddy']);
  const temporary = mkdtempSync(path.join(tmpdir(), 'vb-docs-'));
  try {
    const config = path.join(temporary, 'Caddyfile');
    writeFileSync(config, blockOf('docs/one-server.md', 'caddyfile').text);
    const { stdout } = await run(file, ['adapt', '--config', config, '--adapter', 'caddyfile'], {
      env: { PATH: process.env.PATH, HOME: temporary, ...env },
    });
    const [{ match, handle }] = JSON.parse(stdout).apps.http.servers.srv0.routes;
    assert.deepEqual(match, [{ host: ['book.example.com'] }]);
    const [first, second] = handle[0].routes;
    assert.deepEqual(first.match, [{ path: ['/metrics', '/dev/*'] }]);
    assert.deepEqual(first.handle, [{ handler: 'static_response', status_code: 404 }]);
    assert.deepEqual(second.handle[0].upstreams, [{ dial: '127.0.0.1:3000' }]);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});

/** Other pages with the same line width. */
const NARROW = [
  ...['CHANGELOG.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md'],
  ...['charts/venue-booking/README.md', 'services/kit/README.md', 'docs/decisions/README.md'],
];
/**
 * Numbers of lines that are too wide and could be wrapped: outside tables, without a long unbreakable word.
 */
const tooWide = ({ lines }: Page): number[] =>
  lines.flatMap((line, at) => ([...line].length > 120 && !/^ *\||\S{80}/.test(line) ? [at + 1] : []));

test('no line of the docs is wider than 120 columns, except in tables', () => {
  const narrow = [...readersPages, ...NARROW.map(pageOf)];
  const wide = narrow.flatMap((page) => tooWide(page).map((line) => `${page.file}:${line}`));
  assert.deepEqual(wide, []);
});

test('editors wrap code at the formatter’s width, and Markdown at 120', () => {
  const { formatter } = JSON.parse(readFileSync(path.join(root, 'biome.json'), 'utf8'));
  const widths = [
    ...readFileSync(path.join(root, '.editorconfig'), 'utf8').matchAll(/^max_line_length = (\d+)$/gm),
  ].map(([, width]) => Number(width));
  assert.deepEqual(widths, [formatter.lineWidth, 120]);
});
