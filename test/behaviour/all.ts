import type { Stack } from '../stack/stack.ts';
import { adminApi } from './adminApi.ts';
import { createBooking } from './createBooking.ts';
import { crossOrigin } from './crossOrigin.ts';
import { idempotency } from './idempotency.ts';
import { operations } from './operations.ts';
import { publicReads } from './publicReads.ts';

/** Everything that the product does, whichever way it runs. */
export function behaves(stack: () => Stack): void {
  publicReads(stack);
  createBooking(stack);
  idempotency(stack);
  adminApi(stack);
  crossOrigin(stack);
  operations(stack);
}
