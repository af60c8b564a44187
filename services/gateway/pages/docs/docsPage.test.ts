import assert from 'node:assert/strict';
import { test } from 'vitest';
import { assertNamesNoOtherHost, assertStrictPolicy, loadedBy, visit } from '../../testing/testVisit.ts';
import { docsPage } from './docsPage.ts';

test('the API reference allows only its own scripts, neither inline nor evaluated', async () => {
  await using site = await visit(docsPage());
  const response = await site.get('/docs');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /text\/html/);
  assertStrictPolicy(response);

  const html = await response.text();
  assert.doesNotMatch(html, /<style|<script(?![^>]*src=)| style=| on\w+=/);
  assertNamesNoOtherHost(html);
});

test('the API reference serves its assets compressed and immutable', async () => {
  await using site = await visit(docsPage());
  const loaded = loadedBy(await (await site.get('/docs')).text());
  assert.equal(loaded.length, 5);
  for (const address of loaded) {
    const response = await site.get(address, { 'accept-encoding': 'br' });
    assert.equal(response.status, 200, address);
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(response.headers.get('content-encoding'), 'br');
    assert.match(
      response.headers.get('content-type') ?? '',
      address.endsWith('.css') ? /text\/css/ : /text\/javascript/,
    );
    if (!address.includes('swagger-ui')) assertNamesNoOtherHost(await response.text());
    if (address.includes('swagger-ui')) {
      assert.ok(Number(response.headers.get('content-length')) < 450_000);
      await response.body?.cancel();
    }
  }
});

test('the style sheet of Swagger UI loads nothing from other hosts', async () => {
  await using site = await visit(docsPage());
  const loaded = loadedBy(await (await site.get('/docs')).text());
  const css = await (
    await site.get(loaded.find((address) => address.endsWith('swagger-ui.css')) ?? '')
  ).text();
  assert.doesNotMatch(css, /url\((?!["']?data:)|@import/);
});

test('assets are also available uncompressed, and answer 304 for a matching ETag', async () => {
  await using site = await visit(docsPage());
  const [address = ''] = loadedBy(await (await site.get('/docs')).text());
  const plain = await site.get(address, { 'accept-encoding': 'identity' });
  const packed = await site.get(address, { 'accept-encoding': 'gzip' });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(packed.headers.get('content-encoding'), 'gzip');
  assert.equal(await plain.text(), await packed.text());

  const again = await site.get(address, {
    'if-none-match': plain.headers.get('etag') ?? '',
    // Without it, `fetch` adds `Cache-Control: no-cache` to conditional requests.
    'cache-control': 'max-age=0',
  });
  assert.equal(again.status, 304);
});

test('answers 404 for files that do not belong to the API reference', async () => {
  await using site = await visit(docsPage());
  const [address = ''] = loadedBy(await (await site.get('/docs')).text());
  const folder = address.slice(0, address.lastIndexOf('/'));
  for (const name of ['package.json', '..%2Fdocs.html', '%2e%2e%2fdocsPage.ts']) {
    assert.equal((await site.get(`${folder}/${name}`)).status, 404, name);
  }
});
