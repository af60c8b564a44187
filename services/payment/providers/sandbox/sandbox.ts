import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { PaymentDatabase } from '../../database.ts';
import type { SandboxCheckout, SandboxRefund } from '../../gen/prisma/client.ts';
import {
  type CheckoutOrder,
  PROVIDER_TIMEOUT_MS,
  type Provider,
  ProviderError,
  type RefundOrder,
  type RemotePayment,
  type RemoteRefund,
} from '../provider.ts';
import { endCheckout } from './checkouts.ts';

const SLOW_MS = 1500;

/** Behaviour of a venue's sandbox, which can imitate what real providers do. */
const SandboxCredentials = z.strictObject({
  /** Must start with `sandbox`; any other key is rejected, like a wrong key of a real provider. */
  api_key: z.string().max(200).optional(),
  answers: z.enum(['normal', 'slow', 'hang', 'error', 'reset']).default('normal'),
  webhooks: z.enum(['once', 'lost', 'repeated', 'delayed']).default('once'),
});
export type SandboxCredentials = z.infer<typeof SandboxCredentials>;

type Answers = SandboxCredentials['answers'];
const faults: { [A in Answers]?: string } = {
  hang: 'did not answer in time',
  error: 'answered 503',
  reset: 'closed the connection',
};

/** The built-in provider. It takes no money, and stores its checkouts and refunds in tables of its own. */
export function sandboxProvider(deps: {
  database: PaymentDatabase;
  publicUrl: string;
  /** Wakes the sender of webhooks. */
  wakeSandbox: () => void;
  /** How long a call hangs if the account is set to hang, in ms. */
  timeoutMs?: number;
}): Provider<SandboxCredentials> {
  const { database, publicUrl, wakeSandbox, timeoutMs = PROVIDER_TIMEOUT_MS } = deps;
  const applyFault = async (answers: Answers): Promise<void> => {
    if (answers === 'slow') await sleep(SLOW_MS);
    if (answers === 'hang') await sleep(timeoutMs);
    const fault = faults[answers];
    if (fault) throw new ProviderError('unavailable', fault);
  };
  const find = async (id: string): Promise<RemotePayment> => {
    const row = await database.sandboxCheckout.findUnique({ where: { id }, include: { refunds: true } });
    if (!row) throw new ProviderError('refused', 'there is no such checkout');
    return toRemote(row, publicUrl);
  };
  return {
    credentials: SandboxCredentials,
    account: ({ api_key = 'sandbox', answers, webhooks }) => ({
      async verify() {
        if (!api_key.startsWith('sandbox'))
          throw new ProviderError('unauthorized', 'the API key must start with `sandbox`');
        // Other faults do not apply here, because such an account must be linked first.
        if (answers === 'slow') await applyFault(answers);
        return { account: 'sandbox', mode: 'test', carriesFee: true };
      },
      async create(order) {
        await applyFault(answers);
        return toRemote(await createCheckout(database, order), publicUrl);
      },
      async fetch(id) {
        await applyFault(answers);
        return find(id);
      },
      async cancel(id) {
        await applyFault(answers);
        if (await endCheckout(database, { id, outcome: 'canceled', webhooks })) wakeSandbox();
        return find(id);
      },
      async refund(order) {
        await applyFault(answers);
        return refund(database, order);
      },
    }),
  };
}

/** Creates one checkout per attempt. */
async function createCheckout(database: PaymentDatabase, order: CheckoutOrder) {
  const { attemptId: reference, expiresAt, ...rest } = order;
  const data = {
    ...rest,
    reference,
    webhookUrl: order.webhookUrl ?? '',
    id: `sb_${randomBytes(12).toString('hex')}`,
    expiresAt: new Date(expiresAt),
  };
  const [made] = await database.sandboxCheckout.createManyAndReturn({ data: [data], skipDuplicates: true });
  if (made) return { ...made, refunds: [] };
  return database.sandboxCheckout.findUniqueOrThrow({
    where: { accountId_reference: { accountId: order.accountId, reference } },
    include: { refunds: true },
  });
}

/** Makes one refund per reference, up to the amount paid. */
async function refund(
  database: PaymentDatabase,
  { paymentId, refundId, amountCents }: RefundOrder,
): Promise<RemoteRefund> {
  return database.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM payment.sandbox_checkout WHERE id = ${paymentId} FOR UPDATE`;
    const checkout = await tx.sandboxCheckout.findUnique({
      where: { id: paymentId },
      include: { refunds: true },
    });
    if (!checkout) throw new ProviderError('refused', 'there is no such checkout');
    const made = checkout.refunds.find(({ reference }) => reference === refundId);
    if (made) return toRefund(made);
    const refunded = checkout.refunds.reduce((sum, it) => sum + it.amountCents, 0n);
    if (!isPaid(checkout) || refunded + BigInt(amountCents) > checkout.amountCents)
      throw new ProviderError('refused', 'the amount is more than what is left of the payment');
    const { venueId } = checkout;
    const id = `sbr_${randomBytes(12).toString('hex')}`;
    return toRefund(
      await tx.sandboxRefund.create({
        data: { venueId, id, checkoutId: paymentId, reference: refundId, amountCents },
      }),
    );
  });
}

/** With the outcome `late`, a checkout becomes paid at `paidFrom`. */
export const isPaid = ({ status, paidFrom }: SandboxCheckout): boolean =>
  status === 'paid' || (paidFrom !== null && paidFrom.getTime() <= Date.now());

const toRemote = (row: SandboxCheckout & { refunds: SandboxRefund[] }, publicUrl: string): RemotePayment => ({
  id: row.id,
  reference: row.reference,
  status: isPaid(row) ? 'paid' : (row.status as RemotePayment['status']),
  amountCents: Number(row.amountCents),
  currency: 'EUR',
  mode: 'test',
  checkoutUrl: row.status === 'open' ? `${publicUrl}/sandbox/${row.id}` : null,
  refunds: row.refunds.map(toRefund),
  chargedBackCents: 0,
});

const toRefund = (row: SandboxRefund): RemoteRefund => ({
  id: row.id,
  reference: row.reference,
  amountCents: Number(row.amountCents),
  status: 'succeeded',
});
