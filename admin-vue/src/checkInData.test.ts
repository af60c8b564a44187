import assert from 'node:assert/strict';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { retryUnsentScans, sendInBackground } from './checkInData.ts';
import { DEVICE_DATABASE } from './deviceData.ts';

const sendAll = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('./views/checkIn/sendAllUnsentScans.ts', () => ({ sendAllUnsentScans: sendAll }));

const page = new EventTarget();
let endRetries: () => void;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { databases: async () => [{ name: DEVICE_DATABASE }] });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  sendAll.mockReset().mockRejectedValue(new Error('the server can’t be reached'));
  await sendInBackground();
  endRetries = retryUnsentScans();
});
afterEach(() => {
  endRetries();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const attemptsIn = async (ms: number) => {
  const before = sendAll.mock.calls.length;
  await vi.advanceTimersByTimeAsync(ms);
  return sendAll.mock.calls.length - before;
};

it('sends scans every ten seconds until the server has them', async () => {
  assert.equal(await attemptsIn(30_000), 3);
  sendAll.mockResolvedValue();
  assert.equal(await attemptsIn(60_000), 1);
});

it('sends scans when the browser comes online', async () => {
  page.dispatchEvent(new Event('online'));
  assert.equal(await attemptsIn(0), 1);
});

it('starts no attempt while one is in progress', async () => {
  sendAll.mockReturnValue(new Promise(() => {}));
  assert.equal(await attemptsIn(60_000), 1);
});

it('ends its retries', async () => {
  endRetries();
  page.dispatchEvent(new Event('online'));
  assert.equal(await attemptsIn(60_000), 0);
});
