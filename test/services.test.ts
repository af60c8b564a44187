import { describeBehaviour } from './behaviour/all.ts';
import { startAsServices } from './stack/stack.ts';

describeBehaviour('as services over NATS, Redis and PostgreSQL', () =>
  startAsServices({ env: { WEBHOOK_ALLOW_PRIVATE: 'true', PAYMENT_SWEEP_INTERVAL_MS: '2000' } }),
);
