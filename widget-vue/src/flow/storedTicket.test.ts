import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';
import { deleteStoredTicket, storedTicket, storeTicket, takeReturn } from './storedTicket.ts';

const stored = new Map<string, string>();
const ofTab = new Map<string, string>();
beforeEach(() => {
  for (const [name, items] of Object.entries({ localStorage: stored, sessionStorage: ofTab })) {
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
  assert.equal(stored.size + ofTab.size, 0);
});

test('returns the tab’s own booking, even if another tab has stored a newer one', () => {
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  const ofThisTab = new Map(ofTab);
  ofTab.clear();
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1', 'a tab that a bank’s app opens');
  storeTicket('sauna', 'https://api.example.com/tickets/2', true);
  for (const [key, value] of ofThisTab) ofTab.set(key, value);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  deleteStoredTicket('sauna', 'https://api.example.com/tickets/1');
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/2');
});

test('reads a ticket stored by an earlier version', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  stored.set(
    'venue-booking:sauna',
    JSON.stringify({ ticketUrl: 'https://api.example.com/tickets/1', at: 0 }),
  );
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  vi.setSystemTime(25 * 3600_000);
  assert.equal(storedTicket('sauna'), undefined);
});

test('stores a confirmed ticket in its tab only, for a quarter of an hour', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  storeTicket('sauna', 'https://api.example.com/tickets/1', false);
  assert.equal(stored.size, 0);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  stored.set(
    'venue-booking:sauna',
    JSON.stringify({ ticketUrl: 'https://api.example.com/tickets/2', at: 0 }),
  );
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
  deleteStoredTicket('sauna', 'https://api.example.com/tickets/1');
  assert.equal(ofTab.size, 0);
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  deleteStoredTicket('sauna', 'https://api.example.com/tickets/2');
  assert.deepEqual([stored.size, ofTab.size], [1, 1]);
  deleteStoredTicket('sauna', 'https://api.example.com/tickets/1');
  assert.deepEqual([stored.size, ofTab.size], [0, 0]);
});

test('returns nothing without storage or with foreign content', () => {
  stored.set('venue-booking:sauna', 'not JSON');
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
  deleteStoredTicket('sauna', 'https://api.example.com/tickets/1');
});

test('recognises the first visit after the guest left for a payment', () => {
  assert.equal(takeReturn('sauna'), false);
  storeTicket('sauna', 'https://api.example.com/tickets/1', false);
  assert.equal(takeReturn('sauna'), false, 'nothing to pay');
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  assert.equal(takeReturn('padel'), false);
  assert.equal(takeReturn('sauna'), true);
  assert.equal(takeReturn('sauna'), false);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  stored.set('venue-booking:sauna', 'not JSON');
  ofTab.clear();
  assert.equal(takeReturn('sauna'), false);
});
