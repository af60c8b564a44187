import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';
import { forgetTicket, storedTicket, storeTicket } from './storedTicket.ts';

const kept = new Map<string, string>();
const ofTab = new Map<string, string>();
beforeEach(() => {
  for (const [name, items] of Object.entries({ localStorage: kept, sessionStorage: ofTab })) {
    items.clear();
    Object.defineProperty(globalThis, name, {
      configurable: true,
      value: {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => items.set(key, value),
        removeItem: (key: string) => items.delete(key),
      },
    });
  }
});

test('stores an unpaid ticket for its own venue for a day', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  assert.equal(storedTicket('padel'), undefined);
  vi.setSystemTime(25 * 3600_000);
  assert.equal(storedTicket('sauna'), undefined);
  assert.equal(kept.size + ofTab.size, 0);
});

test('returns the tab’s own booking, even if another tab has stored a newer one', () => {
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  const mine = new Map(ofTab);
  ofTab.clear();
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1', 'a tab that a bank’s app opens');
  storeTicket('sauna', 'https://api.example.com/tickets/2', true);
  for (const [key, value] of mine) ofTab.set(key, value);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  forgetTicket('sauna', 'https://api.example.com/tickets/1');
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/2');
});

test('reads a ticket stored by an earlier version', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  kept.set('venue-booking:sauna', JSON.stringify({ ticketUrl: 'https://api.example.com/tickets/1', at: 0 }));
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  vi.setSystemTime(25 * 3600_000);
  assert.equal(storedTicket('sauna'), undefined);
});

test('stores a confirmed ticket in its tab only, for a quarter of an hour', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  storeTicket('sauna', 'https://api.example.com/tickets/1', false);
  assert.equal(kept.size, 0);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  kept.set('venue-booking:sauna', JSON.stringify({ ticketUrl: 'https://api.example.com/tickets/2', at: 0 }));
  assert.equal(
    storedTicket('sauna'),
    'https://api.example.com/tickets/1',
    'before the ticket of another tab',
  );
  vi.setSystemTime(16 * 60_000);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/2');
  assert.equal(ofTab.size, 0);
  storeTicket('sauna', 'https://api.example.com/tickets/3', true);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/3', 'a later ticket of the same tab');
});

test('deletes a ticket completely', () => {
  storeTicket('sauna', 'https://api.example.com/tickets/1', false);
  forgetTicket('sauna', 'https://api.example.com/tickets/1');
  assert.equal(ofTab.size, 0);
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  forgetTicket('sauna', 'https://api.example.com/tickets/2');
  assert.deepEqual([kept.size, ofTab.size], [1, 1]);
  forgetTicket('sauna', 'https://api.example.com/tickets/1');
  assert.deepEqual([kept.size, ofTab.size], [0, 0]);
});

test('returns nothing without storage or with foreign content', () => {
  kept.set('venue-booking:sauna', 'not JSON');
  assert.equal(storedTicket('sauna'), undefined);
  const refuse = () => {
    throw new Error('denied');
  };
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refuse });
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1', 'one storage is enough');
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: refuse });
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  assert.equal(storedTicket('sauna'), undefined);
  forgetTicket('sauna', 'https://api.example.com/tickets/1');
});
