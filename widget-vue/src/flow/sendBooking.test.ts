import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';
import { type Api, ApiError, type BookingBody } from '../api/api.ts';
import { bookingSender } from './sendBooking.ts';

/** Content of the tab's session storage. */
const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
});

const body = {
  slot_id: 1,
  customer_name: 'Anna',
  customer_email: 'anna@example.com',
  people: 2,
  extra: {},
  locale: 'nl',
  redirect_url: 'https://www.example.com/',
} satisfies BookingBody;

/** An API that gives the responses in order and records the keys and bodies that it receives. */
function fakeApi(...answers: (ApiError | object)[]) {
  const sent: { key: string; body: BookingBody }[] = [];
  const book = async (given: BookingBody, key: string) => {
    sent.push({ key, body: given });
    const answer = answers[sent.length - 1] ?? {};
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { api: { book } as unknown as Api, sent };
}

test('resends the same request after a lost response, also in another language', async () => {
  const { api, sent } = fakeApi(new ApiError('failed'), {});
  const { send } = bookingSender();
  await assert.rejects(send(api, body));
  await send(api, { ...body, locale: 'en', redirect_url: 'https://www.example.com/#top' });
  assert.deepEqual(sent[1], sent[0]);
});

const mismatch = new ApiError('refused', 422, 'This was sent before');

test('reuses the key for a different request for the same slot until the API rejects it', async () => {
  const { api, sent } = fakeApi(new ApiError('failed'), mismatch, {});
  const { send } = bookingSender();
  await assert.rejects(send(api, body));
  await assert.rejects(send(api, { ...body, people: 3 }), mismatch);
  await send(api, { ...body, people: 3 });
  assert.equal(sent[1]?.key, sent[0]?.key);
  assert.notEqual(sent[2]?.key, sent[1]?.key);
  await send(api, { ...body, slot_id: 2 });
  assert.notEqual(sent[3]?.key, sent[2]?.key);
  assert.equal(stored.size, 0);
});

test('reuses the key for the same slot after a reload, and stores no personal data', async () => {
  const { api, sent } = fakeApi(new ApiError('failed'), {});
  await assert.rejects(bookingSender().send(api, body));
  assert.deepEqual([...stored], [['venue-booking:1', sent[0]?.key]]);
  await bookingSender().send(api, { ...body, customer_name: 'Anna Jansen' });
  assert.equal(sent[1]?.key, sent[0]?.key);
  assert.equal(stored.size, 0);
});

test('sends a booking from a browser without storage', async () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new Error('denied');
    },
  });
  const { api, sent } = fakeApi(new ApiError('failed'), {});
  const { send } = bookingSender();
  await assert.rejects(send(api, body));
  await send(api, body);
  assert.deepEqual(sent[1], sent[0]);
});

test('resends the original request if the guest changes it and changes it back', async () => {
  const { api, sent } = fakeApi(new ApiError('failed'), new ApiError('failed'), {});
  const { send } = bookingSender();
  await assert.rejects(send(api, body));
  await assert.rejects(send(api, { ...body, people: 3 }));
  await send(api, body);
  assert.deepEqual(sent[2], sent[0]);
});

test('sends the current body after a rejection', async () => {
  const { api, sent } = fakeApi(new ApiError('refused', 422, 'The redirect_url …'), {});
  const { send } = bookingSender();
  await assert.rejects(send(api, body));
  await send(api, { ...body, locale: 'en', redirect_url: undefined });
  assert.notEqual(sent[1]?.key, sent[0]?.key);
  assert.equal(sent[1]?.body.redirect_url, undefined);
});

test('makes the same booking twice if the guest sends it twice', async () => {
  const { api, sent } = fakeApi({}, {});
  const { send } = bookingSender();
  await send(api, body);
  await send(api, body);
  assert.notEqual(sent[1]?.key, sent[0]?.key);
});

test('waits for a first request that is under way, up to a limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const busy = new ApiError('refused', 409, 'under way');
  const settle = async (promise: Promise<unknown>) => {
    let isDone = false;
    const done = promise.finally(() => {
      isDone = true;
    });
    done.catch(() => {});
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(1500);
    }
    return done;
  };
  const lucky = fakeApi(busy, busy, { ticket_url: 'x' });
  assert.deepEqual(await settle(bookingSender().send(lucky.api, body)), { ticket_url: 'x' });
  const unlucky = fakeApi(...Array(20).fill(busy));
  await assert.rejects(settle(bookingSender().send(unlucky.api, body)), busy);
  assert.equal(unlucky.sent.length, 6);
});
