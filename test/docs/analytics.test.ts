import assert from 'node:assert/strict';
import { createContext, runInContext } from 'node:vm';
import { test } from 'vitest';
import { pageOf } from './pages.ts';

const [collect, ...tools] = pageOf('docs/analytics.md').blocks.map(({ text }) => text);
const paid = {
  number: 'K7QF-3MXT',
  facility: 'Sauna',
  date: '2026-06-01',
  people: 2,
  amount_eur: 69,
  reference: 'spring',
};

/** A page with the collecting script and the tags of all tools. */
function newPage() {
  const document = new EventTarget();
  const calls: unknown[][] = [];
  const window = createContext({
    document,
    gtag: (...call: unknown[]) => calls.push(call),
    fbq: (...call: unknown[]) => calls.push(call),
    _paq: { push: (call: unknown[]) => calls.push(call) },
  });
  window.window = window;
  const run = (code = '') => runInContext(code, window);
  run(collect);
  return {
    run,
    fire: (name: string, detail: object) =>
      document.dispatchEvent(new CustomEvent(`venue-booking:${name}`, { detail })),
    /** Copied, because objects of another context have other prototypes. */
    get calls(): unknown[][] {
      return JSON.parse(JSON.stringify(calls));
    },
  };
}

test('docs/analytics.md: each tool gets a booking once, and only after the guest agrees', () => {
  assert.equal(tools.length, 3);
  for (const tool of tools) {
    const page = newPage();
    page.fire('booked', { ...paid, payment: { status: 'open' }, booking: { customer_name: 'Anna' } });
    page.fire('paid', paid);
    assert.deepEqual(page.calls, [], 'the guest has not agreed');
    page.run(tool);
    const perBooking = page.calls.length;
    assert.ok(JSON.stringify(page.calls).includes('K7QF-3MXT') && JSON.stringify(page.calls).includes('69'));
    page.fire('booked', { ...paid, number: 'FREE-1111', amount_eur: 0, booking: { customer_name: 'Anna' } });
    assert.equal(page.calls.length, 2 * perBooking);
    assert.ok(!JSON.stringify(page.calls).includes('Anna'));
  }
});

test('docs/analytics.md: the tools get the fields that they document', () => {
  const callsOf = (tool = '') => {
    const page = newPage();
    page.run(tool);
    page.fire('paid', paid);
    page.fire('cancelled', paid);
    return page.calls;
  };
  const [google, matomo, meta] = tools;
  assert.deepEqual(callsOf(google), [
    [
      'event',
      'purchase',
      {
        transaction_id: 'K7QF-3MXT',
        currency: 'EUR',
        value: 69,
        items: [{ item_name: 'Sauna', price: 69, quantity: 1 }],
        booking_reference: 'spring',
      },
    ],
    ['event', 'refund', { transaction_id: 'K7QF-3MXT', currency: 'EUR', value: 69 }],
  ]);
  assert.deepEqual(callsOf(matomo), [
    ['addEcommerceItem', 'Sauna', 'Sauna', [], 69, 1],
    ['trackEcommerceOrder', 'K7QF-3MXT', 69],
  ]);
  const purchase = { currency: 'EUR', value: 69, content_name: 'Sauna', content_type: 'product' };
  assert.deepEqual(callsOf(meta), [['track', 'Purchase', purchase, { eventID: 'K7QF-3MXT' }]]);
});
