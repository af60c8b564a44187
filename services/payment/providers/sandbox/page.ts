import type { SandboxCheckout, SandboxOutcome } from '@venue-booking/proto/payment/payment';
import type { Locale } from '@venue-booking/proto/primitives';
import { byKey } from '../../database.ts';
import type { PaymentDeps } from '../../deps.ts';
import { credentialsContext } from '../callProvider.ts';
import { endCheckout } from './checkouts.ts';
import { isPaid, type SandboxCredentials } from './sandbox.ts';

/** A checkout for the sandbox's payment page, or null if there is none. */
export async function showSandboxCheckout(
  { database }: Pick<PaymentDeps, 'database'>,
  id: string,
): Promise<SandboxCheckout | null> {
  const row = await database.sandboxCheckout.findUnique({ where: { id } });
  return (
    row && {
      id,
      amountCents: Number(row.amountCents),
      description: row.description,
      locale: row.locale as Locale,
      status: isPaid(row) ? 'paid' : (row.status as SandboxCheckout['status']),
      late: row.paidFrom !== null,
      returnUrl: row.returnUrl,
    }
  );
}

/** Applies the guest's choice to an open checkout. Returns the checkout, or null if there is none. */
export async function decideSandboxCheckout(
  deps: PaymentDeps,
  { id, outcome }: { id: string; outcome: SandboxOutcome },
): Promise<SandboxCheckout | null> {
  const { database, box, wakeSandbox } = deps;
  const row = await database.sandboxCheckout.findUnique({ where: { id } });
  if (!row) return null;
  const account = await database.account.findUniqueOrThrow({ where: byKey(row.venueId, row.accountId) });
  const credentials = JSON.parse(
    box.open(account.credentials, credentialsContext(account)),
  ) as SandboxCredentials;
  if (await endCheckout(database, { id, outcome, webhooks: credentials.webhooks })) wakeSandbox();
  return showSandboxCheckout(deps, id);
}
