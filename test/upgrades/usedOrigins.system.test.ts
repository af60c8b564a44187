import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createLog } from '@venue-booking/kit/logging/log';
import { openTestDatabase, type TestDatabase } from '@venue-booking/kit/testing/testDatabase';
import type { UsedOrigins } from '@venue-booking/proto/venue/usedOrigins';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startReportingOrigins } from '../../services/booking/core/reportOrigins.ts';
import { openDatabase as openBooking } from '../../services/booking/database.ts';
import { newBooking } from '../../services/booking/testing/testBookings.ts';
import { saveBooking } from '../../services/booking/testing/testEffects.ts';
import { openDatabase as openCatalog } from '../../services/catalog/database.ts';
import { settleRedirects, unsettledVenues } from '../../services/catalog/settleRedirects.ts';
import { daysAhead, eventually } from '../stack/api.ts';
import { assertNoErrorsLogged } from '../stack/ledger.ts';
import { startAsServices } from '../stack/stack.ts';

const PUBLIC_URL = 'https://book.example';

describe('origins of bookings from before redirect_origins had a default', () => {
  let test: TestDatabase;
  let catalog: ReturnType<typeof openCatalog>;
  let booking: ReturnType<typeof openBooking>;
  beforeAll(async () => {
    test = await openTestDatabase(['catalog', 'booking']);
    catalog = openCatalog(test.url);
    booking = openBooking(test.url);
  });
  afterAll(async () => {
    await Promise.all([catalog?.$disconnect(), booking?.$disconnect()]);
    await test?.close();
  });

  /** A venue as the previous release left it. */
  const oldVenue = async (allowed: string[] = [], redirect: string[] = []): Promise<number> => {
    const [row] = await test.rows<{ id: number }>(
      `INSERT INTO catalog.venue (slug, name, timezone, locale, live, day_start, hold_minutes, cancel_until_hours,
         min_notice_minutes, retain_days, allowed_origins, redirect_origins)
       VALUES ($1, $1, 'UTC', 'nl', true, '06:00', 15, 24, 0, 365, $2, $3) RETURNING id`,
      `v-${randomUUID()}`,
      allowed,
      redirect,
    );
    const id = row?.id ?? 0;
    await booking.venue.create({
      data: { id, timezone: 'UTC', live: true, redirectOrigins: redirect, retainDays: 365, revision: 1n },
    });
    const places = { minPeople: 1, maxPeoplePerBooking: 10, priceCents: 0, active: true, revision: 1n };
    await booking.facility.create({ data: { id, venueId: id, name: 'Pass', ...places } });
    return id;
  };
  const booked = async (venueId: number, redirectUrl: string, payment?: [status: string, paid: string]) => {
    const status = payment ? 'pending_payment' : 'confirmed';
    const of = { venueId, facilityId: venueId, timezone: 'UTC', status, redirectUrl } as const;
    const saved = await saveBooking(booking, newBooking(of));
    if (payment)
      await test.rows(
        'UPDATE booking.booking SET status = $2, payment_status = $3 WHERE id = $1::bigint',
        String(saved?.id),
        ...payment,
      );
  };
  const domainOf = (venueId: number, domain: string) =>
    test.rows('INSERT INTO catalog.venue_domain (domain, venue_id) VALUES ($1, $2)', domain, venueId);
  const listed = async (id: number) =>
    (await catalog.venue.findUniqueOrThrow({ where: { id } })).redirectOrigins.toSorted();

  /** Runs booking's report task with this `settle` until catalog has no unsettled venue. */
  const report = async (settle: (used: UsedOrigins) => Promise<void>) => {
    const redirects = {
      unsettled: { query: () => unsettledVenues(catalog) },
      settle: { mutate: settle },
    } as unknown as Parameters<typeof startReportingOrigins>[0]['redirects'];
    const deps = { database: booking, redirects, publicUrl: PUBLIC_URL, log: createLog('test', 'silent') };
    const task = startReportingOrigins(deps);
    try {
      await eventually('all venues are settled', async () => {
        task.wake();
        return (await unsettledVenues(catalog)).length === 0;
      });
    } finally {
      await task.stop();
    }
  };
  const settle = (used: UsedOrigins) => settleRedirects({ database: catalog, wakeRelay: () => {} }, used);

  it('become the setting of a venue that has none, together with its own websites', async () => {
    const venue = await oldVenue(['https://www.zaal.example']);
    await domainOf(venue, 'tickets.zaal.example');
    await booked(venue, 'HTTPS://App.Example:443/thanks?x=1');
    // An origin that the setting does not accept.
    await booked(venue, 'https://*.app.example/');
    await booked(venue, 'http://localhost:5173#a', ['confirmed', 'paid']);
    await report(settle);
    assert.deepEqual(await listed(venue), [
      'http://localhost:5173',
      'https://app.example',
      PUBLIC_URL,
      'https://tickets.zaal.example',
      'https://www.zaal.example',
    ]);
    const [event] = await test.rows<{ payload: { redirectOrigins: string[] } }>(
      `SELECT payload FROM catalog.outbox WHERE subject = 'events.catalog.venue_changed' AND payload->>'venueId' = $1`,
      String(venue),
    );
    assert.equal(event?.payload.redirectOrigins.length, 5);
  });

  it('do not change a setting that is not empty, nor one whose own websites cover them', async () => {
    const strict = await oldVenue([], ['https://spa.example']);
    await booked(strict, 'https://other.example/');
    const covered = await oldVenue(['https://www.zaal.example']);
    await booked(covered, 'https://www.zaal.example/thanks');
    await booked(covered, `${PUBLIC_URL}/demo`);
    const none = await oldVenue();
    await report(settle);
    assert.deepEqual(await listed(strict), ['https://spa.example']);
    assert.deepEqual(await listed(covered), []);
    assert.deepEqual(await listed(none), []);
  });

  it('are ignored when the booking was never paid', async () => {
    const venue = await oldVenue();
    await booked(venue, 'https://evil.example/', ['expired', 'expired']);
    await booked(venue, 'https://evil.example/', ['cancelled', 'canceled']);
    await report(settle);
    assert.deepEqual(await listed(venue), []);
  });

  it('are saved once, across crashes, replicas and an owner who empties the list', async () => {
    const venue = await oldVenue();
    await booked(venue, 'https://app.example/');
    let crashes = 2;
    await report(async (used) => {
      if (crashes-- === 2) throw new Error('booking ends before it reports');
      await Promise.all([settle(used), settle(used)]);
      if (crashes === 0) throw new Error('booking ends after it reported');
    });
    assert.deepEqual(await listed(venue), ['https://app.example', PUBLIC_URL]);
    await catalog.venue.update({ where: { id: venue }, data: { redirectOrigins: [] } });
    await settle({ venueId: venue, used: ['https://app.example'], own: [PUBLIC_URL] });
    assert.deepEqual(await listed(venue), []);
  });
});

describe('an upgrade with bookings that redirect to other websites', () => {
  it('adds these websites to the venue’s settings when booking starts, and accepts them from then on', async () => {
    const stack = await startAsServices();
    try {
      const { api, database } = stack;
      const slug = await api.newVenue({ allowed_origins: ['https://www.zaal.example'] });
      const facility = await api.newFacility(slug);
      const { body: day } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(5)}`);
      const bookWith = (redirect_url?: string) =>
        api.book(slug, { slot_id: day.slots[0].id, ...(redirect_url && { redirect_url }) });
      const { body } = await bookWith();
      assert.equal((await bookWith('https://app.example/')).status, 422);
      // As left by a release that did not check redirects.
      await database.query(
        "UPDATE booking.booking SET redirect_url = 'https://app.example/x' WHERE id = $1",
        [body.booking.id],
      );
      await database.query('UPDATE catalog.venue SET redirects_settled = false WHERE slug = $1', [slug]);
      await stack.more('booking');
      let shown: string[] = [];
      await eventually('the owner sees the websites', async () => {
        shown = (await api.admin('GET', `/venues/${slug}`)).body.redirect_origins;
        return shown.length > 0;
      });
      const own = new URL(body.ticket_url).origin;
      assert.deepEqual(shown.toSorted(), [own, 'https://app.example', 'https://www.zaal.example'].toSorted());
      await eventually('bookings may redirect there', async () => {
        return (await bookWith('https://app.example/thanks')).status === 201;
      });
      assert.equal((await bookWith('https://evil.example/')).status, 422);
      assertNoErrorsLogged(stack);
    } finally {
      await stack.stop();
    }
  });
});
