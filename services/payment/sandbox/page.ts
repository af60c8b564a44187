import { fail } from '@venue-booking/proto/failures';
import type { SandboxCheckout, SandboxOutcome } from '@venue-booking/proto/payment';
import type { PaymentDeps } from '../deps.ts';

export async function showSandboxCheckout(_deps: PaymentDeps, _id: string): Promise<SandboxCheckout | null> {
  throw fail('unavailable');
}
export async function decideSandboxCheckout(
  _deps: PaymentDeps,
  _q: { id: string; outcome: SandboxOutcome },
): Promise<SandboxCheckout | null> {
  throw fail('unavailable');
}
