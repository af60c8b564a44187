import { describeBehaviour } from './behaviour/all.ts';
import { startAsServices } from './stack/stack.ts';

describeBehaviour('as services over NATS, Redis and PostgreSQL', async () => {
  const stack = await startAsServices({
    env: { WEBHOOK_ALLOW_PRIVATE: 'true', PAYMENT_SWEEP_INTERVAL_MS: '2000' },
  });
  // `npm run proto:release` sets it.
  if (process.env.RECORD_REPLIES !== '1') return stack;
  const { recordReplies } = await import('./replies/record.ts');
  return recordReplies(stack);
});
