import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import type { Platform } from './platform.ts';
import { short, table } from './table.ts';
import { untilSettled } from './work.ts';

/** Messages by what they are for; the last takes the rest. */
const KINDS: [title: string, starts: string][] = [
  ['calls to services', 'rpc.'],
  ['events, published and delivered', 'events.'],
  ['acknowledgements of events', '$JS.ACK.'],
  ['pulls and questions to JetStream', '$JS.API.'],
  ['answers', '_INBOX.'],
  ['other', ''],
];

export type Traffic = { messages: number; bytes: number }[];

/**
 * Counts all messages of some work by listening along, and what an idle platform sends in the same time taken
 * off.
 */
export async function measureTraffic(
  platform: Platform,
  done: number,
  work: () => Promise<unknown>,
): Promise<Traffic> {
  const connection = await connect({ servers: platform.stack.natsUrl ?? '' });
  let traffic: Traffic = [];
  const subscription = connection.subscribe('>', {
    callback: (_, { subject, data }) => {
      const kind = traffic[KINDS.findIndex(([, starts]) => subject.startsWith(starts))];
      if (!kind) return;
      kind.messages += 1;
      kind.bytes += data.length;
    },
  });
  const during = async (doIt: () => Promise<unknown>) => {
    traffic = KINDS.map(() => ({ messages: 0, bytes: 0 }));
    const from = performance.now();
    await doIt();
    return { traffic, took: performance.now() - from };
  };
  const busy = await during(async () => {
    await work();
    await untilSettled(platform);
    await sleep(500);
  });
  const idle = await during(() => sleep(busy.took));
  subscription.unsubscribe();
  await connection.close();
  return busy.traffic.map(({ messages, bytes }, kind) => ({
    messages: Math.max(0, messages - (idle.traffic[kind]?.messages ?? 0)) / done,
    bytes: Math.max(0, bytes - (idle.traffic[kind]?.bytes ?? 0)) / done,
  }));
}

export const trafficTable = (free: Traffic, paid: Traffic): string =>
  table(
    ['NATS messages', 'per free booking', 'bytes', 'per paid booking', 'bytes'],
    KINDS.map(([title], kind) => [
      title,
      ...[free, paid].flatMap((traffic) => [
        short(traffic[kind]?.messages ?? 0),
        short(traffic[kind]?.bytes ?? 0),
      ]),
    ]),
  );
