import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { CAP_DEFAULTS } from '@venue-booking/proto/caps';
import { type LargeVenue, openLargeVenue } from '../testing/testLargeVenue.ts';
import { listAtCap } from './listAtCap.ts';

const MANY = 2000;
const PER_GUEST = CAP_DEFAULTS.max_coming_bookings_per_email;
const PER_ADDRESS = CAP_DEFAULTS.max_coming_bookings_per_address;
const PER_HOLDER = CAP_DEFAULTS.max_open_holds_per_email;
const payment = () => ({
  ...{ paymentId: randomUUID(), paymentStatus: 'open', platformFeeCents: 100n },
  ...{ holdUntil: new Date(), graceUntil: new Date() },
});

describe('who holds as much as the caps of a venue with many free bookings to come allow', () => {
  let venue: LargeVenue;
  before(async () => {
    venue = await openLargeVenue({ many: MANY, others: 300 });
    const { database } = venue;
    // Two each of a guest and an address, five addresses a network.
    await database.$executeRaw`
      UPDATE booking.booking b SET mailbox_hash = 'mailbox ' || n / 2, address_hash = 'address ' || n / 2, network_hash = 'network ' || n / 10
      FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM booking.booking WHERE venue_id = 1) numbered WHERE b.id = numbered.id`;
    const ids = (await database.booking.findMany({ where: { venueId: 1 }, orderBy: { id: 'asc' } })).map(
      ({ id }) => id,
    );
    const rows = (from: number, count: number) => ({ id: { in: ids.slice(from, from + count) } });
    // A guest who books from everywhere, as much as one may, beside one who has paid for one of them.
    await database.booking.updateMany({
      where: rows(100, PER_GUEST),
      data: { mailboxHash: 'often', customerEmail: 'often@example.com' },
    });
    await database.booking.updateMany({ where: rows(300, PER_GUEST), data: { mailboxHash: 'pays' } });
    await database.booking.updateMany({
      where: rows(300, 1),
      data: { ...payment(), paymentStatus: 'paid', paidCents: 2500n },
    });
    for (const id of ids.slice(700, 700 + PER_HOLDER))
      await database.booking.updateMany({
        where: { id },
        data: { ...payment(), status: 'pending_payment', mailboxHash: 'holds' },
      });
    // Many guests of one address of a network, which is not at its own cap.
    await database.booking.updateMany({
      where: rows(500, PER_ADDRESS),
      data: { addressHash: 'crowd', networkHash: 'of the crowd' },
    });
    await database.$executeRaw`VACUUM (ANALYZE) booking.booking`;
  });
  after(() => venue.close());

  it('is found by what they have, not by all that is to come', async () => {
    const read = await venue.rowsRead('booking', async (database) => {
      const found = await listAtCap(database, 1);
      assert.deepEqual(
        found.map(({ kind, detail }) => [kind, detail]),
        [
          ['guest_at_cap', 'One guest has 20 free bookings to come and 0 unpaid ones, by 1 e-mail address'],
          ['guest_at_cap', 'One guest has 0 free bookings to come and 3 unpaid ones, by 1 e-mail address'],
          [
            'address_at_cap',
            'One internet connection has 40 free bookings to come and 0 unpaid ones, by 20 e-mail addresses',
          ],
        ],
      );
    });
    assert.ok(read < MANY / 2, `${read} rows of ${MANY}`);
  });
});
