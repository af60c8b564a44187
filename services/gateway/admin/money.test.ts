import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localMessaging } from '@venue-booking/kit/messaging/localMessaging';
import { createClient, query, serveRouter, t } from '@venue-booking/kit/messaging/rpc';
import { createLog } from '@venue-booking/kit/process/log';
import type { PaymentRouter } from '@venue-booking/payment/router';
import { z } from 'zod';
import { openGateway } from '../testing/testGateway.ts';

const DAYS = 'from=2026-06-01&to=2026-06-01';
const FIGURES = '/api/admin/venues/sauna/figures';

test('payments that a service of the release before can’t list are refused, and figures are not', async () => {
  const messaging = localMessaging();
  const before = t.router({
    sumMoney: query(z.unknown(), () => [1, 2].map(() => ({ revenue_eur: 0, refunds_eur: 0 }))),
  });
  messaging.serve('payment', serveRouter(before, createLog('test', 'silent')));
  messaging.open();
  const answer = <T>(data: T) => ({ query: async () => data });
  const days = { from: '2026-06-01', to: '2026-06-01' };
  const none = { ...days, bookings: 0, people: 0, booked_eur: 0, cancelled: 0, no_shows: 0 };
  try {
    await using gateway = await openGateway({
      catalog: { tenant: answer({ venueId: 3 }), contact: answer({ timezone: 'Europe/Amsterdam' }) },
      availability: { occupancy: answer([]) },
      booking: { desk: { figures: answer({ spans: [none, none], limits: [1, 2, 3] }) } },
      payment: createClient<PaymentRouter>('payment', messaging),
    });
    for (const Accept of ['text/csv', 'application/json']) {
      const refused = await gateway.call('GET', `${FIGURES}/payments?${DAYS}`, { headers: { Accept } });
      assert.deepEqual([refused.status, refused.headers.get('Error-Code')], [503, 'unavailable']);
      assert.equal(refused.headers.get('Content-Disposition'), null);
      assert.match(refused.body.error, /^Temporarily unavailable/);
      assert.equal((await gateway.call('GET', `${FIGURES}?${DAYS}`, { headers: { Accept } })).status, 200);
    }
  } finally {
    await messaging.close();
  }
});
