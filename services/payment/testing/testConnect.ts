import { hashOfSecret } from '@venue-booking/kit/secrets/randomSecret';
import type { ConnectOutcome } from '@venue-booking/proto/payment/connection';
import { startMollie } from '../../../test/fakes/mollie.ts';
import { finishVisit, startVisit, takeVisit } from '../connect/connectVisits.ts';
import { openSecret, sealSecret } from '../providers/accessTokens.ts';
import { openTestPayments } from './testPayments.ts';

/** The payment service with an app at a fake Mollie that sends no webhooks. */
export async function openConnectTest() {
  const mollie = await startMollie();
  mollie.webhooks.behaviour = 'lose';
  const payments = await openTestPayments({ env: mollie.env() });
  const { deps, database } = payments;
  const browser = hashOfSecret('a browser');

  let venue = 1;
  const test = {
    ...payments,
    mollie,
    browser,
    /** Another venue for the visits, whose owner has another organisation. */
    nextVenue(): number {
      mollie.oauth.organization = { id: `org_${venue}`, name: 'Sauna Utrecht B.V.' };
      venue += 10;
      return venue;
    },
    /** Starts a visit. Returns its state, as the provider sends it back. */
    visit: async (options: { venueId?: number; testMode?: boolean } = {}): Promise<string> =>
      (await test.visitUrl(options)).state,
    async visitUrl({ venueId = venue, testMode = false } = {}): Promise<{ url: string; state: string }> {
      const { authorizeUrl } = await startVisit(deps, {
        ...{
          venueId,
          provider: 'mollie',
          browser,
          session: 'session',
          startedBy: 'person owner@sauna.example',
        },
        ...{ venueName: 'Sauna', returnUrl: 'http://localhost:3000/admin/v/sauna/settings/payments' },
        options: { testMode, slowMethods: false },
      });
      return { url: authorizeUrl, state: new URL(authorizeUrl).searchParams.get('state') ?? '' };
    },
    /** An owner connects their organisation. */
    async connect(options: { venueId?: number; testMode?: boolean } = {}): Promise<ConnectOutcome> {
      const state = await test.visit(options);
      const visit = await takeVisit(deps, { provider: 'mollie', state, browser });
      return finishVisit(deps, { visit, query: { code: mollie.oauth.agree() } });
    },
    /** Lets the access tokens of this venue expire, as far as the payment service knows. */
    async expireAccess(): Promise<void> {
      mollie.oauth.expireTokens();
      for (const row of await database.connection.findMany({ where: { venueId: venue } })) {
        const secret = openSecret(deps.box, row);
        if (secret.grant) secret.grant.expiresAt = 0;
        await database.connection.update({
          where: { id: row.id },
          data: { secret: sealSecret(deps.box, row, secret) },
        });
      }
    },
    /** Makes all steps of the sweep due now. */
    async makeDue(): Promise<void> {
      await database.connection.updateMany({ where: { venueId: venue }, data: { askAt: new Date(0) } });
    },
    /** The access tokens have reached the time at which the sweep renews them. */
    renewalIsDue: () =>
      database.connection.updateMany({ where: { venueId: venue }, data: { renewAt: new Date(0) } }),
    async close() {
      await payments.close();
      await mollie.stop();
    },
  };
  return test;
}

export type ConnectTest = Awaited<ReturnType<typeof openConnectTest>>;
