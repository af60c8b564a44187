import { describeBehaviour } from '../behaviour/all.ts';
import { startInOneProcess } from '../stack/stack.ts';

describeBehaviour(
  'in one process',
  () => startInOneProcess({ env: { WEBHOOK_ALLOW_PRIVATE: 'true', PAYMENT_SWEEP_INTERVAL_MS: '2000' } }),
  'inOneProcess',
);
