import { startMollie } from '../../../../test/fakes/mollie.ts';
import { conformance } from '../../testing/providerConformance.ts';
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
    wrong: { api_key: 'test_nobodyhasthiskey' },
    pay: mollie.pay,
    checkoutsOf: (attemptId) => mollie.payments(attemptId).length,
    tells: 'by checkout',
    hang(timeoutMs) {
      mollie.faults.add({ act: 'hang', times: 100 });
      return { provider: mollieWith(timeoutMs), credentials };
    },
    away() {
      mollie.faults.add({ act: 'status', status: 503, times: 100 });
      return { provider, credentials };
    },
    loseAnswer: () => mollie.faults.add({ method: 'POST', act: 'reset after' }),
    refuse: (reason) => mollie.faults.add({ act: 'status', status: 422, reason }),
    garble: () =>
      mollie.faults.add({ act: 'status', status: 200, answer: { status: 200, body: '<html>Hotel</html>' } }),
    recover: () => mollie.faults.clear(),
    stop: mollie.stop,
  };
});
