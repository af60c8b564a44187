import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type CheckoutOrder, ProviderError, type RefundOrder } from '../providers/provider.ts';

/** An order of 12.50 euro without a fee. */
export const testOrder = (values: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  venueId: 1,
  accountId: randomUUID(),
  attemptId: randomUUID(),
  amountCents: 1250,
  feeCents: 0,
  description: 'Sauna aan het Meer, booking 7',
  locale: 'nl',
  returnUrl: 'https://book.example/pay/token/return',
  webhookUrl: 'http://127.0.0.1:9/webhooks/payments/token',
  expiresAt: Date.now() + 15 * 60_000,
  ...values,
});

export const testRefund = (paymentId: string, amountCents: number): RefundOrder => ({
  paymentId,
  refundId: randomUUID(),
  amountCents,
  description: 'Cancelled',
});

/** Kind and message of the expected {@link ProviderError}. Asserts that it contains none of `secrets`. */
export async function expectProviderError(
  call: Promise<unknown>,
  secrets: readonly string[],
): Promise<{ kind: string; message: string }> {
  const error: unknown = await call.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ProviderError, String(error));
  const { kind, message, stack } = error;
  const everything = JSON.stringify([message, stack, error, error.cause, Object.entries(error)]);
  assert.equal(error.cause, undefined);
  for (const secret of secrets) assert.ok(!everything.includes(secret), 'the error contains a secret');
  assert.ok(message.length <= 260);
  return { kind, message };
}
