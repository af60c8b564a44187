import assert from 'node:assert/strict';
import express from 'express';
import { onTestFinished, test } from 'vitest';
import type { Backends } from '../backends/backends.ts';
import { serve } from '../testing/testVisit.ts';
import { certificateCheck } from './certificateCheck.ts';
import { createTenancy } from './tenancy.ts';

/** The check in front of a fake catalog with one venue. `find` resolves to its row or null. */
async function openCheck(find: (by: { slug?: string; domain?: string }) => Promise<object | null>) {
  const publicUrl = 'https://book.example.com';
  const lookups: object[] = [];
  const query = (by: object) => {
    lookups.push(by);
    return find(by);
  };
  const catalog = { tenant: { query } } as unknown as Backends['catalog'];
  const tenancy = createTenancy({ catalog, publicUrl, baseDomain: 'venues.example' });
  const site = await serve(express().use(certificateCheck({ tenancy, publicUrl })));
  onTestFinished(() => site[Symbol.asyncDispose]());
  const ask = async (query: string) => (await fetch(`${site.url}/certificate${query}`)).status;
  return { ask, lookups };
}

test('confirms the platform, venues below the base domain and custom domains, and no other host', async () => {
  const { ask, lookups } = await openCheck(async ({ slug, domain }) =>
    slug === 'zaal' || domain === 'boeken.zaal.nl' ? { slug: 'zaal' } : null,
  );
  for (const host of ['book.example.com', 'zaal.venues.example', 'boeken.zaal.nl', 'Boeken.Zaal.nl'])
    assert.equal(await ask(`?domain=${host}`), 200, host);
  const others = [
    'other.venues.example',
    'evil.example',
    'localhost',
    '127.0.0.1',
    '::1',
    'a'.repeat(300),
    '',
  ];
  for (const host of others) assert.equal(await ask(`?domain=${encodeURIComponent(host)}`), 404, host);
  assert.equal(await ask(''), 404);
  assert.equal(await ask('?domain=boeken.zaal.nl&domain=evil.example'), 404);
  assert.ok(lookups.length <= 5, 'names that are no hosts are not looked up');
});

test('limits concurrent lookups, and answers 503 if the catalog fails', async () => {
  let running = 0;
  let most = 0;
  const { ask } = await openCheck(async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    throw new Error('no database');
  });
  const hosts = Array.from({ length: 30 }, (_, index) => `host${index}.example`);
  const statuses = await Promise.all(hosts.map((host) => ask(`?domain=${host}`)));
  assert.deepEqual(new Set(statuses), new Set([503]));
  assert.ok(most <= 8, String(most));
});
