import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { type Page, pages, root } from './pages.ts';

type Link = { from: string; target: string };

/** Links and images of the prose, also in HTML. */
const linksOf = ({ file, prose }: Page): Link[] =>
  [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(([, link, attribute]) => ({
    from: file,
    target: link ?? attribute ?? '',
  }));

/** The anchors that GitHub generates for the headings of a page. */
function anchorsOf(page: Page): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of page.prose.matchAll(/^#{1,6} (.*)$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1').trim();
    const slug = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    let anchor = slug;
    for (let at = 1; anchors.has(anchor); at++) anchor = `${slug}-${at}`;
    anchors.add(anchor);
  }
  return anchors;
}

function whyBroken({ from, target }: Link): string | null {
  if (/^[a-z]+:/.test(target)) return URL.canParse(target) ? null : 'is not a valid URL';
  const [file = '', anchor] = target.split('#');
  const to = file === '' ? from : path.posix.normalize(path.posix.join(path.posix.dirname(from), file));
  if (!existsSync(path.join(root, to))) return `${to} does not exist`;
  if (anchor === undefined) return null;
  const page = pages.find((one) => one.file === to);
  return page && anchorsOf(page).has(anchor) ? null : `${to} has no heading for #${anchor}`;
}

const links = pages.flatMap(linksOf);

test('every link within the repository leads to an existing file and heading', () => {
  assert.ok(links.length > 80, 'found too few links');
  const broken = links.flatMap((link) => {
    const why = whyBroken(link);
    return why ? [`${link.from}: ${link.target}: ${why}`] : [];
  });
  assert.deepEqual(broken, []);
});

test('a link to a missing file or heading is detected', () => {
  for (const target of ['docs/no-such-page.md', 'README.md#no-such-heading', '#no-such-heading', 'https://'])
    assert.ok(whyBroken({ from: 'README.md', target }), target);
});

test('the README or the index of decisions links to every page of docs', () => {
  const linked = new Set(
    links
      .filter(({ from }) => ['README.md', 'docs/decisions/README.md'].includes(from))
      .map(({ from, target }) => path.posix.join(path.posix.dirname(from), target.split('#')[0] ?? '')),
  );
  const pagesOf = (folder: string) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`);
  const all = [...pagesOf('docs'), ...pagesOf('docs/decisions')].filter(
    (file) => file !== 'docs/decisions/README.md',
  );
  assert.deepEqual(
    all.filter((file) => !linked.has(file)),
    [],
  );
});

test('no picture of the docs is larger than 150 kB', () => {
  const folder = path.join(root, 'docs/images');
  for (const name of readdirSync(folder)) assert.ok(statSync(path.join(folder, name)).size <= 150_000, name);
});
