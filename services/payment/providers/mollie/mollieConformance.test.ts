import { startMollie } from '../../../../test/fakes/mollie.ts';
import { conformance } from '../../testing/testConformance.ts';
import { maskSecrets } from '../maskSecrets.ts';
import { mollieProvider } from './mollie.ts';

conformance('mollie', async () => {
  const mollie = await startMollie();
  const mollieWith = (timeoutMs: number) => maskSecrets(mollieProvider({ apiUrl: mollie.url, timeoutMs }));
  const provider = mollieWith(10_000);
  const credentials = { access_token: mollie.accessToken, profile_id: mollie.profileId };
  return {
    provider,
    credentials,
    wrongCredentials: { api_key: 'test_nobodyhasthiskey' },
    pay: mollie.pay,
    checkoutsOf: (attemptId) => mollie.payments(attemptId).length,
    webhooks: 'by checkout',
    hang(timeoutMs) {
      mollie.faults.add({ act: 'hang', times: 100 });
      return { provider: mollieWith(timeoutMs), credentials };
    },
    failAll() {
      mollie.faults.add({ act: 'status', status: 503, times: 100 });
      return { provider, credentials };
    },
    loseResponse: () => mollie.faults.add({ method: 'POST', act: 'reset after' }),
    rejectNext: (reason) => mollie.faults.add({ act: 'status', status: 422, reason }),
    garbleResponse: () =>
      mollie.faults.add({ act: 'status', status: 200, answer: { status: 200, body: '<html>Hotel</html>' } }),
    recover: () => mollie.faults.clear(),
    stop: mollie.stop,
  };
});
