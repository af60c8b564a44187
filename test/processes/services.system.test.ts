import { describeBehaviour } from '../behaviour/all.ts';
import { startAsServices } from '../stack/stack.ts';

// Set by `npm run proto:release`.
const records = process.env.RECORD_REPLIES === '1';

describeBehaviour(
  'as services over NATS, Redis and PostgreSQL',
  async () => {
    const stack = await startAsServices({
      env: { WEBHOOK_ALLOW_PRIVATE: 'true', PAYMENT_SWEEP_INTERVAL_MS: '2000' },
    });
    if (!records) return stack;
    const { recordReplies } = await import('../replies/record.ts');
    return recordReplies(stack);
  },
  'asServices',
  ...(records ? (['inOneProcess'] as const) : []),
);
