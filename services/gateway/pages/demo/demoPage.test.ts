import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import {
  assertNamesNoOtherHost,
  assertStrictPolicy,
  importedBy,
  loadedBy,
  visit,
} from '../../testing/testVisit.ts';
import { demoPage } from './demoPage.ts';

const publicUrl = 'http://localhost:3000';
const urls = { publicUrl, widgetUrl: `${publicUrl}/widget` };
const elsewhere = { publicUrl: 'https://book.example', widgetUrl: 'https://cdn.example/v1' };
const venues = [
  { slug: 'sauna', name: 'Sauna & "Spa" <Meer>' },
  { slug: 'padel', name: 'Padel' },
];
const opening = { tenant: 'sauna', variant: 'strip', accent: '#0b6660', radius: '12', locale: '', name: '' };

// The page's script is untyped JavaScript.
type Snippet = {
  snippetText(urls: { publicUrl: string; widgetUrl: string }, settings: object, pinned?: object): string;
};
const { snippetText }: Snippet = await import(new URL('./snippet.js', import.meta.url).href);

const asText = (html: string) =>
  html.replace(
    /&(lt|gt|quot|amp|#39);/g,
    (_, name: string) => `${{ lt: '<', gt: '>', quot: '"', amp: '&' }[name]}`,
  );

test('the demo page allows only its own scripts and styles, and names no other host', async () => {
  await using site = await visit(demoPage({ venues, publicUrl }));
  const response = await site.get('/');
  assert.equal(response.status, 200);
  assertStrictPolicy(response);
  assert.match(
    response.headers.get('content-security-policy') ?? '',
    /img-src 'self' data: http:\/\/localhost:3000;/,
  );

  const html = await response.text();
  assert.doesNotMatch(html, /<style|<script(?![^>]*src=)| style=| on\w+=|\{\{/);
  assertNamesNoOtherHost(html, [publicUrl, 'https://www.example.com/thanks']);
});

test('the demo page serves every file that it loads or imports', async () => {
  await using site = await visit(demoPage({ venues, publicUrl }));
  const waiting = loadedBy(await (await site.get('/')).text());
  const seen = new Set<string>();
  for (let address = waiting.pop(); address; address = waiting.pop()) {
    if (seen.has(address) || address.startsWith('/widget/')) continue;
    seen.add(address);
    const response = await site.get(address);
    assert.equal(response.status, 200, address);
    assert.match(response.headers.get('cache-control') ?? '', /immutable/);
    const text = await response.text();
    assertNamesNoOtherHost(text);
    const folder = address.slice(0, address.lastIndexOf('/'));
    waiting.push(...importedBy(text).map((name) => `${folder}/${name}`));
  }
  assert.equal([...seen].filter((address) => address.endsWith('.js')).length, 2);
});

test('the demo page shows all variants for the first venue, and loads the widget after them', async () => {
  await using site = await visit(demoPage({ venues, publicUrl }));
  const html = await (await site.get('/')).text();
  const shown = [...html.matchAll(/<venue-booking tenant="sauna" api="" variant="(\w+)"/g)].map(
    ([, variant]) => variant,
  );
  assert.deepEqual(shown, ['strip', 'calendar', 'timeline']);
  const script = html.indexOf('<script src="/widget/venue-booking.js" defer></script>');
  assert.ok(script > html.lastIndexOf('<venue-booking tenant'));
});

test('the demo page selects the first venue, and escapes names', async () => {
  await using site = await visit(demoPage({ venues, publicUrl }));
  const html = await (await site.get('/')).text();
  assert.match(
    html,
    /name="tenant" value="sauna" checked><span lang="nl">Sauna &amp; &quot;Spa&quot; &lt;Meer&gt;</,
  );
  assert.match(html, /value="padel"><span/);
});

test('the demo page shows any requested venue, and ignores an invalid slug', async () => {
  await using site = await visit(demoPage({ venues, publicUrl }));
  const asked = await (await site.get('/?tenant=my-venue')).text();
  assert.match(asked, /name="tenant" value="my-venue" checked>/);
  assert.equal(asked.match(/<venue-booking tenant="my-venue"/g)?.length, 3);
  assert.match(await (await site.get('/?tenant=padel')).text(), /value="padel" checked>/);
  for (const other of ['%22%3E%3Cb%3E', '..', 'a&tenant=b', ''])
    assert.match(await (await site.get(`/?tenant=${other}`)).text(), /value="sauna" checked>/);

  await using fresh = await visit(demoPage({ venues: [], publicUrl }));
  assert.match(await (await fresh.get('/?tenant=my-venue')).text(), /<venue-booking tenant="my-venue"/);
});

test('the demo page links to the mail page if it exists', async () => {
  await using withMail = await visit(demoPage({ venues, publicUrl, showsMail: true }));
  assert.match(await (await withMail.get('/')).text(), /<a href="\/dev\/mail">/);
  await using without = await visit(demoPage({ venues, publicUrl }));
  assert.doesNotMatch(await (await without.get('/')).text(), /dev\/mail/);
});

test('the demo page shows the same snippet without its script', async () => {
  await using site = await visit(demoPage({ venues, publicUrl }));
  const [, snippet = ''] = /<code id="snippet">(.*?)<\/code>/s.exec(await (await site.get('/')).text()) ?? [];
  assert.equal(asText(snippet), snippetText(urls, opening));
});

test('the demo page loads the widget and its digest from the widget’s own host, if it has one', async () => {
  const { widgetUrl } = elsewhere;
  await using site = await visit(demoPage({ venues, publicUrl, widgetUrl }));
  const response = await site.get('/');
  const policy = response.headers.get('content-security-policy') ?? '';
  for (const directive of ['script-src', 'connect-src'])
    assert.ok(policy.includes(`${directive} 'self' https://cdn.example;`), policy);
  const html = await response.text();
  assert.ok(html.includes(`<script src="${widgetUrl}/venue-booking.js" defer></script>`));
  assert.ok(
    html.includes(`data-widget-url="${widgetUrl}"`) && html.includes('script-src https://cdn.example;'),
  );
  const [, snippet = ''] = /<code id="snippet">(.*?)<\/code>/s.exec(html) ?? [];
  assert.equal(asText(snippet), snippetText({ publicUrl, widgetUrl }, opening));
});

test('the demo page lists all wrappers by their package names', async () => {
  await using site = await visit(demoPage({ venues, publicUrl }));
  const html = await (await site.get('/')).text();
  const wrappers = new URL('../../../../widget-vue/wrappers/', import.meta.url);
  for (const name of ['vue', 'nuxt', 'react']) {
    const manifest = JSON.parse(await readFile(new URL(`${name}/package.json`, wrappers), 'utf8'));
    assert.ok(html.includes(`<code>${manifest.name}</code>`), name);
  }
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', wrappers), 'utf8'));
  assert.ok(scripts['build:wordpress'] && html.includes('<code>npm run build:wordpress</code>'));
  const built = await readdir(new URL('../dist/', wrappers));
  const [, file = ''] = /<a href="\/widget\/([^"]+)" download>/.exec(html) ?? [];
  assert.ok(built.includes(file), file);
});

test('the snippet has the element with its settings, followed by the script at the widget’s URL', () => {
  assert.equal(
    snippetText(elsewhere, {
      ...opening,
      variant: 'calendar',
      locale: 'en',
      name: 'Café "Zee" & <co>',
    }),
    `<venue-booking
  tenant="sauna"
  api="https://book.example"
  variant="calendar"
  accent="#0b6660"
  radius="12"
  locale="en"
  name="Café &quot;Zee&quot; &amp; &lt;co>">
  <p>You can also call or mail us to book.</p>
</venue-booking>
<script src="https://cdn.example/v1/venue-booking.js" async></script>`,
  );
});

test('a pinned snippet has the pinned script and its digest', () => {
  const pinned = { name: 'venue-booking.0123456789ab.js', integrity: 'sha384-abc' };
  assert.ok(
    snippetText(elsewhere, opening, pinned).endsWith(
      `</venue-booking>
<script src="https://cdn.example/v1/venue-booking.0123456789ab.js"
  integrity="sha384-abc"
  crossorigin="anonymous" async></script>`,
    ),
  );
});

test('the demo page explains how to create a venue until there is one', async () => {
  const growing: typeof venues = [];
  await using site = await visit(demoPage({ venues: growing, publicUrl }));
  const response = await site.get('/');
  assertStrictPolicy(response);
  const html = await response.text();
  assert.match(html, /curl -X POST http:\/\/localhost:3000\/api\/admin\/venues /);
  assert.match(
    asText(html),
    /<venue-booking .*<script src="http:\/\/localhost:3000\/widget\/venue-booking\.js" async>/s,
  );
  assertNamesNoOtherHost(html, [publicUrl, 'https://www.example.com']);
  for (const address of loadedBy(html)) assert.equal((await site.get(address)).status, 200, address);

  growing.push({ slug: 'new', name: 'New' });
  assert.match(await (await site.get('/')).text(), /value="new" checked/);
});

test('demo images may be embedded by other websites, but cannot run scripts', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'images-'));
  t.onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'one.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'secret.txt'), 'not for guests');

  await using site = await visit(demoPage({ venues, publicUrl, imagesFolder: folder }));
  const response = await site.get('/demo/images/one.svg');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^image\/svg\+xml/);
  assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin');
  assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; sandbox");
  assert.equal((await site.get('/demo/images/secret.txt')).status, 404);
});
