import { type Stack, startAsServices, startInOneProcess } from '../stack/stack.ts';

const env = { WEBHOOK_ALLOW_PRIVATE: 'true', PAYMENT_SWEEP_INTERVAL_MS: '2000' };

/** The two ways of running the product, and how to start each for the behaviour tests. */
export const inOneProcess = ['in one process', (): Promise<Stack> => startInOneProcess({ env })] as const;
export const asServices = [
  'as services over NATS, Redis and PostgreSQL',
  (): Promise<Stack> => startAsServices({ env }),
] as const;
