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

test('a ticket that is to be paid is remembered for its own venue, for a day', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  assert.equal(storedTicket('padel'), undefined);
  vi.setSystemTime(25 * 3600_000);
  assert.equal(storedTicket('sauna'), undefined);
  assert.equal(kept.size + ofTab.size, 0);
});

test('a tab is told of its own booking, whatever another tab has left for payment since', () => {
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  const mine = new Map(ofTab);
  ofTab.clear();
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1', 'one that a bank’s app opens');
  storeTicket('sauna', 'https://api.example.com/tickets/2', true);
  for (const [key, value] of mine) ofTab.set(key, value);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  forgetTicket('sauna', 'https://api.example.com/tickets/1');
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/2');
});

test('what an earlier version has kept is known', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  kept.set('venue-booking:sauna', JSON.stringify({ ticketUrl: 'https://api.example.com/tickets/1', at: 0 }));
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  vi.setSystemTime(25 * 3600_000);
  assert.equal(storedTicket('sauna'), undefined);
});

test('a confirmed one is remembered by its tab alone, for a quarter of an hour', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  storeTicket('sauna', 'https://api.example.com/tickets/1', false);
  assert.equal(kept.size, 0);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  kept.set('venue-booking:sauna', JSON.stringify({ ticketUrl: 'https://api.example.com/tickets/2', at: 0 }));
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1', 'before that of another tab');
  vi.setSystemTime(16 * 60_000);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/2');
  assert.equal(ofTab.size, 0);
  storeTicket('sauna', 'https://api.example.com/tickets/3', true);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/3', 'a later one of the same tab');
});

test('a ticket that is forgotten leaves nothing behind', () => {
  storeTicket('sauna', 'https://api.example.com/tickets/1', false);
  forgetTicket('sauna', 'https://api.example.com/tickets/1');
  assert.equal(ofTab.size, 0);
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  forgetTicket('sauna', 'https://api.example.com/tickets/2');
  assert.deepEqual([kept.size, ofTab.size], [1, 1]);
  forgetTicket('sauna', 'https://api.example.com/tickets/1');
  assert.deepEqual([kept.size, ofTab.size], [0, 0]);
});

test('a browser that keeps nothing goes without, and so does one that keeps something else', () => {
  kept.set('venue-booking:sauna', 'not JSON');
  assert.equal(storedTicket('sauna'), undefined);
  const refuse = () => {
    throw new Error('denied');
  };
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refuse });
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1', 'with one of them it makes do');
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: refuse });
  storeTicket('sauna', 'https://api.example.com/tickets/1', true);
  assert.equal(storedTicket('sauna'), undefined);
  forgetTicket('sauna', 'https://api.example.com/tickets/1');
});
