import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { forgetTicket, storedTicket, storeTicket } from './storedTicket.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
});

test('a ticket is remembered for its own venue, for a day', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  storeTicket('sauna', 'https://api.example.com/tickets/1');
  assert.equal(storedTicket('sauna'), 'https://api.example.com/tickets/1');
  assert.equal(storedTicket('padel'), undefined);
  t.mock.timers.setTime(25 * 3600_000);
  assert.equal(storedTicket('sauna'), undefined);
  assert.equal(kept.size, 0);
});

test('a ticket that is forgotten leaves nothing behind', () => {
  storeTicket('sauna', 'https://api.example.com/tickets/1');
  forgetTicket('sauna', 'https://api.example.com/tickets/2');
  assert.equal(kept.size, 1);
  forgetTicket('sauna', 'https://api.example.com/tickets/1');
  assert.equal(kept.size, 0);
});

test('a browser that keeps nothing goes without, and so does one that keeps something else', () => {
  kept.set('venue-booking:sauna', 'not JSON');
  assert.equal(storedTicket('sauna'), undefined);
  const refuse = () => {
    throw new Error('denied');
  };
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refuse });
  storeTicket('sauna', 'https://api.example.com/tickets/1');
  assert.equal(storedTicket('sauna'), undefined);
});
