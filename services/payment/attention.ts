import { fail } from '@venue-booking/proto/failures';
import type { Attention } from '@venue-booking/proto/payment';
import type { PaymentDeps } from './deps.ts';

export async function listAttention(
  _deps: PaymentDeps,
  _q: { venueId: number; resolved: boolean },
): Promise<Attention[]> {
  throw fail('unavailable');
}
export async function resolveAttention(
  _deps: PaymentDeps,
  _q: { venueId: number; id: string; actor: string },
): Promise<Attention> {
  throw fail('unavailable');
}
