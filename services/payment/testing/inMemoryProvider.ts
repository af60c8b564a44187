import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Provider, ProviderError, type RemotePayment } from '../providers/provider.ts';

const SECRET = 'made-up secret';
export const SIGNATURE = 'x-made-up-signature';

const Credentials = z.strictObject({ key: z.string() });
const Event = z.object({ account: z.string(), payment: z.string() });

/** Signs an event as this fake provider does. */
export const signInMemoryEvent = (body: string): Record<string, string> => ({
  [SIGNATURE]: createHmac('sha256', SECRET).update(body).digest('hex'),
});

/** A minimal fake provider: it keeps its payments in a map and signs its events. */
export function inMemoryProvider() {
  const books = new Map<string, RemotePayment>();
  /** Messages with which to reject the next refunds. */
  const rejections: string[] = [];
  const find = (id: string): RemotePayment => {
    const found = books.get(id);
    if (!found) throw new ProviderError('refused', 'there is no such payment');
    return found;
  };
  const change = (id: string, changes: Partial<RemotePayment>): RemotePayment => {
    const changed = { ...find(id), ...changes };
    books.set(id, changed);
    return changed;
  };
  const provider: Provider<z.infer<typeof Credentials>> = {
    credentials: Credentials,
    account: ({ key }) => ({
      async verify() {
        if (key.startsWith('bad')) throw new ProviderError('unauthorized', `bad key ${key}`);
        return { account: 'shop', mode: 'test', carriesFee: true };
      },
      async create({ attemptId, amountCents }) {
        const made = [...books.values()].find(({ reference }) => reference === attemptId);
        if (made) return made;
        const id = `pay_${randomUUID()}`;
        books.set(id, {
          ...{ id, reference: attemptId, status: 'open', amountCents, currency: 'EUR', mode: 'test' },
          ...{ checkoutUrl: `https://pay.example/${id}`, refunds: [], chargedBackCents: 0 },
        });
        return find(id);
      },
      fetch: async (id) => find(id),
      cancel: async (id) => (find(id).status === 'open' ? change(id, { status: 'canceled' }) : find(id)),
      async refund({ paymentId, refundId: reference, amountCents }) {
        const { refunds } = find(paymentId);
        const made = refunds.find((refund) => refund.reference === reference);
        if (made) return made;
        const message = rejections.shift();
        if (message !== undefined) throw new ProviderError('refused', `${message} ${key}`);
        const refund = { id: `ref_${randomUUID()}`, reference, amountCents, status: 'succeeded' } as const;
        change(paymentId, { refunds: [...refunds, refund] });
        return refund;
      },
    }),
    async readEvent(body, headers) {
      if (headers[SIGNATURE] !== signInMemoryEvent(body)[SIGNATURE]) return null;
      const { account, payment } = Event.parse(JSON.parse(body));
      return { hint: { account, mode: 'test', checkoutId: payment, attemptId: null } };
    },
  };
  return { provider, change, rejections };
}
