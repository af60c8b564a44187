import assert from 'node:assert/strict';
import { createLog } from '@venue-booking/kit/logging/log';
import { openTestDatabase, type TestDatabase } from '@venue-booking/kit/testing/testDatabase';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type CatalogDatabase, openDatabase } from '../database.ts';
import { findTenant } from '../venueReads.ts';
import { createVenue, patchVenue } from '../venueStore.ts';
import { checkDomains } from './checkDomains.ts';
import { listMissingRecords } from './domainStore.ts';

describe('a custom domain of a venue', () => {
  let test: TestDatabase;
  let database: CatalogDatabase;
  let venues = 0;
  beforeAll(async () => {
    test = await openTestDatabase(['catalog']);
    database = openDatabase(test.url);
  });
  afterAll(async () => {
    await database?.$disconnect();
    await test?.close();
  });

  const logged: string[] = [];
  const log = createLog('test', 'trace', { write: (line) => void logged.push(line) });
  /** The fake DNS: records by name, or an outage. */
  const records = new Map<string, string>();
  let dns: 'up' | 'down' = 'up';
  const lookups: string[] = [];
  const resolve = async (name: string) => {
    lookups.push(name);
    const record = records.get(name);
    if (dns === 'up' && record) return [[record]];
    throw Object.assign(new Error('no'), { code: dns === 'up' ? 'ENOTFOUND' : 'ETIMEOUT' });
  };
  const setRecord = (slug: string, domain: string) =>
    void records.set(`_venue-booking.${domain}`, `venue=${slug}`);
  const dropRecord = (domain: string) => void records.delete(`_venue-booking.${domain}`);

  const deps = () => ({ database, wakeRelay: () => {} });
  /** A venue with a custom domain that its owner has proven or that the operator has set. */
  const newVenue = async ({ by = 'owner' }: { by?: 'owner' | 'operator' } = {}) => {
    const slug = `venue-${++venues}`;
    const domain = `book.${slug}.example`;
    const { venueId } = await createVenue(deps(), { slug, name: slug });
    await patchVenue(deps(), {
      slug,
      patch: { domains: [domain] },
      proven: by === 'owner' ? [domain] : [],
    });
    return { slug, domain, venueId };
  };
  /** Makes the check of a domain due, `days` later, and runs it. */
  const later = async (domain: string, days = 0) => {
    await test.rows(
      `UPDATE catalog.venue_domain SET check_at = now() - interval '1 minute',
         missing_since = missing_since - make_interval(days => $2::integer) WHERE domain = $1`,
      domain,
      days,
    );
    while (await checkDomains({ ...deps(), resolve, log }));
  };
  const serves = async (domain: string) => (await findTenant(database, { domain }))?.slug ?? null;

  it('is served for two weeks after its record disappears, with a warning to the owner, and then no longer', async () => {
    const { slug, domain, venueId } = await newVenue();
    setRecord(slug, domain);
    await later(domain);
    assert.deepEqual(await listMissingRecords(database, venueId), []);
    dropRecord(domain);
    await later(domain);
    await later(domain, 13);
    assert.equal(await serves(domain), slug);
    const [missing] = await listMissingRecords(database, venueId);
    assert.deepEqual([missing?.domain, missing?.lost], [domain, false]);

    await later(domain, 2);
    assert.equal(await serves(domain), null);
    const links = await database.venue.findUniqueOrThrow({ where: { slug } });
    assert.equal(links.primaryDomain, null, 'links use the platform’s address again');
    await assert.rejects(patchVenue(deps(), { slug, patch: { primary_domain: domain } }), {
      code: 'validation',
    });
    const { primary_domain } = (await patchVenue(deps(), { slug, patch: { domains: [domain] } })).result;
    assert.equal(primary_domain, null, 'a lost domain does not become the primary one');
    // As after a crash between the two steps.
    await database.venue.update({ where: { slug }, data: { primaryDomain: domain } });
    await later(domain);
    assert.equal((await database.venue.findUniqueOrThrow({ where: { slug } })).primaryDomain, null);
    assert.deepEqual(
      (await findTenant(database, { slug }))?.domains,
      [],
      'the lost domain is not in the list',
    );
    assert.equal((await listMissingRecords(database, venueId))[0]?.lost, true);
    assert.equal(logged.filter((line) => line.includes(domain)).length, 1);
    await later(domain, 1);
    assert.equal(logged.filter((line) => line.includes(domain)).length, 1, 'logged once');

    setRecord(slug, domain);
    await later(domain);
    assert.equal(await serves(domain), slug);
    assert.deepEqual(await listMissingRecords(database, venueId), []);
  });

  it('survives a DNS outage of any length, which also does not count towards the grace period', async () => {
    const { slug, domain } = await newVenue();
    await later(domain);
    dns = 'down';
    for (const days of [1, 10, 30]) await later(domain, days);
    dns = 'up';
    assert.equal(await serves(domain), slug);
    setRecord(slug, domain);
    await later(domain);
    dropRecord(domain);
    await later(domain);
    assert.equal(await serves(domain), slug, 'the grace period starts again');
  });

  it('stays without a record if the operator set it, until a record has been found once', async () => {
    const { slug, domain, venueId } = await newVenue({ by: 'operator' });
    for (const days of [0, 20]) await later(domain, days);
    assert.equal(await serves(domain), slug);
    assert.deepEqual(await listMissingRecords(database, venueId), []);
    setRecord(slug, domain);
    await later(domain);
    dropRecord(domain);
    await later(domain);
    await later(domain, 15);
    assert.equal(await serves(domain), null);
  });

  it('keeps its proof when the venue saves its domains, and can move to another venue once lost', async () => {
    const { slug, domain, venueId } = await newVenue();
    await later(domain);
    await patchVenue(deps(), { slug, patch: { domains: [domain, `www.${domain}`] }, proven: [] });
    assert.equal((await listMissingRecords(database, venueId)).length, 1);
    const other = await newVenue();
    const take = () =>
      patchVenue(deps(), { slug: other.slug, patch: { domains: [other.domain, domain] }, proven: [domain] });
    await assert.rejects(take(), { code: 'domain_taken' });
    await later(domain, 15);
    await take();
    assert.equal(await serves(domain), other.slug);
    assert.equal(await serves(`www.${domain}`), slug);
  });

  it('is looked up once, however many replicas check', async () => {
    const all: Awaited<ReturnType<typeof newVenue>>[] = [];
    while (all.length < 30) all.push(await newVenue());
    await test.rows(`UPDATE catalog.venue_domain SET check_at = now() - interval '1 minute'`);
    lookups.length = 0;
    const replica = async () => {
      while (await checkDomains({ ...deps(), resolve, log }));
    };
    await Promise.all([replica(), replica(), replica()]);
    for (const { domain } of all)
      assert.equal(lookups.filter((name) => name === `_venue-booking.${domain}`).length, 1, domain);
    assert.equal(await checkDomains({ ...deps(), resolve, log }), false);
    assert.equal(new Set(lookups).size, lookups.length);
  });
});
