import { fail } from '@venue-booking/proto/failures';
import type { NewPaymentAccount, PaymentAccount } from '@venue-booking/proto/payment';
import type { PaymentDeps } from './deps.ts';

type Changed = { venueId: number; result: PaymentAccount; eventIds: string[] };
export async function findAccount(_deps: PaymentDeps, _venueId: number): Promise<PaymentAccount> {
  throw fail('unavailable');
}
export async function linkAccount(
  _deps: PaymentDeps,
  _venueId: number,
  _a: NewPaymentAccount,
): Promise<Changed> {
  throw fail('unavailable');
}
export async function unlinkAccount(_deps: PaymentDeps, _venueId: number): Promise<Changed> {
  throw fail('unavailable');
}
