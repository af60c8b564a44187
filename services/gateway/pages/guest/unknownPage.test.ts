import assert from 'node:assert/strict';
import { Router } from 'express';
import { it } from 'vitest';
import { openGateway } from '../../testing/testGateway.ts';
import { assertStrictPolicy, loadedBy } from '../../testing/testVisit.ts';

/** The Accept header of a browser that opens a page. */
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const ADDRESSES = ['/nowhere', '/api/nowhere', '/tickets/a/b/c', '/%zz', '/widget/none.js'];

it('shows a browser a page in its language for an unknown address', async () => {
  await using gateway = await openGateway({});
  for (const address of ADDRESSES) {
    const page = await fetch(gateway.url + address, { headers: { ...BROWSER, 'Accept-Language': 'nl-BE' } });
    assert.equal(page.status, 404, address);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/, address);
    assert.equal(page.headers.get('error-code'), 'path_unknown');
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.match(page.headers.get('vary') ?? '', /^Accept, Accept-Language/);
    assertStrictPolicy(page);
    const html = await page.text();
    assert.match(html, /<html lang="nl">.*<h1>Deze pagina bestaat niet<\/h1>/s);
    assert.ok(!html.includes(address));
    for (const file of loadedBy(html)) assert.equal((await fetch(gateway.url + file)).status, 200, file);
  }
  const pageIn = async (languages: string, query = '') => {
    const headers = { ...BROWSER, 'Accept-Language': languages };
    return (await fetch(`${gateway.url}/nowhere${query}`, { headers })).text();
  };
  assert.match(await pageIn('es'), /<html lang="en">.*<h1>This page does not exist<\/h1>/s);
  assert.match(await pageIn('de-AT,en;q=0.8'), /<html lang="de">.*<h1>Diese Seite gibt es nicht<\/h1>/s);
  assert.match(await pageIn('es, fr-CH;q=0.9'), /<html lang="fr">.*<h1>Cette page n’existe pas<\/h1>/s);
  for (const query of ['?lang=nl', '?locale=nl'])
    assert.match(await pageIn('de', query), /Deze pagina bestaat niet/, query);
});

it('shows a browser at / where the dashboard and the API are, in its language', async () => {
  await using gateway = await openGateway({});
  for (const [language, text] of [
    ['nl', /<html lang="nl">.*<h1>Dit is een boekingsplatform<\/h1>/s],
    ['en', /<html lang="en">.*<h1>This is a booking platform<\/h1>/s],
    ['de', /<html lang="de">.*<h1>Dies ist eine Buchungsplattform<\/h1>/s],
    ['fr', /<html lang="fr">.*<h1>Bienvenue sur cette plateforme de réservation<\/h1>/s],
  ] as const) {
    const page = await fetch(`${gateway.url}/`, { headers: { ...BROWSER, 'Accept-Language': language } });
    assert.equal(page.status, 200);
    assertStrictPolicy(page);
    const html = await page.text();
    assert.match(html, text);
    for (const path of ['/admin/', '/docs']) assert.ok(html.includes(`href="${path}"`), path);
    for (const file of loadedBy(html)) assert.equal((await fetch(gateway.url + file)).status, 200, file);
  }
});

it('leaves / to other pages, such as the demo', async () => {
  const pages = Router().get('/', (_request, response) => void response.send('the demo'));
  await using gateway = await openGateway({}, pages);
  assert.equal(await (await fetch(`${gateway.url}/`, { headers: BROWSER })).text(), 'the demo');
});

it('answers JSON to API clients and to writes at an unknown address', async () => {
  await using gateway = await openGateway({});
  const asked: RequestInit[] = [
    {},
    { headers: { Accept: '*/*' } },
    { headers: { Accept: 'application/json' } },
    { headers: { Accept: 'application/json, text/html;q=0.9' } },
    { method: 'POST', headers: BROWSER },
  ];
  for (const address of ['/', ...ADDRESSES])
    for (const request of asked) {
      const answer = await fetch(gateway.url + address, request);
      assert.deepEqual([answer.status, answer.headers.get('error-code')], [404, 'path_unknown'], address);
      assert.deepEqual(Object.keys((await answer.json()) as object), ['error']);
    }
});
