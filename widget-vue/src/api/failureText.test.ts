import assert from 'node:assert/strict';
import { test } from 'vitest';
import { speaker } from '../texts/wording.ts';
import { ApiError } from './api.ts';
import { failureText } from './failureText.ts';

const textOf = (...parameters: ConstructorParameters<typeof ApiError>) =>
  failureText(speaker('en'), new ApiError(...parameters));

test('shows the API’s message for a rejection, but not for an error', () => {
  assert.equal(textOf('refused', 422, 'This time is full.'), 'This time is full.');
  assert.equal(textOf('failed', 500, 'stack trace'), 'Something went wrong. Try again in a moment.');
  assert.match(textOf('offline'), /^You are offline/);
});

test('shows the minutes to wait after too many attempts, if known', () => {
  assert.match(textOf('rate_limited', 429, 'Too many', 61), /in 2 min\.$/);
  assert.equal(textOf('rate_limited', 429, 'Unpaid bookings are open.'), 'Unpaid bookings are open.');
});
