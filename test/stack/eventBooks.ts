import assert from 'node:assert/strict';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { eventually } from './api.ts';
import type { Stack } from './stack.ts';

const PUBLISHERS = ['catalog', 'booking', 'payment'];
/** Publishers, and the consumers that keep an inbox of their events. */
const INBOXES = [
  ['catalog', 'availability'],
  ['catalog', 'booking'],
  ['booking', 'booking'],
  ['booking', 'payment'],
  ['payment', 'booking'],
] as const;

/** Events that a consumer has not applied although it has applied others of the same subject. */
const missing = (from: string, to: string) => `
  SELECT o.subject, o.id FROM ${from}.outbox o LEFT JOIN ${to}.inbox i ON i.event_id = o.id
  WHERE i.event_id IS NULL
    AND o.subject IN (SELECT done.subject FROM ${from}.outbox done JOIN ${to}.inbox ON event_id = done.id)`;

/**
 * Asserts that no event was lost or doubled: each is on its stream once and in every inbox, and none is a
 * dead letter. The broker redelivers unacknowledged events after 30 s.
 */
export async function assertEventsArrive({ database, natsUrl }: Stack): Promise<void> {
  const count = async (query: string) => (await database.query(query)).rows;
  const late: Record<string, unknown[]> = {};
  await eventually('every event is published and applied', async () => {
    for (const service of PUBLISHERS)
      late[service] = await count(`SELECT subject FROM ${service}.outbox WHERE published_at IS NULL`);
    for (const [from, to] of INBOXES) late[`${from} to ${to}`] = await count(missing(from, to));
    return Object.values(late).every((rows) => rows.length === 0);
  }).catch((error: Error) => assert.fail(`${error.message}: ${JSON.stringify(late)}`));
  const connection = await connect({ servers: natsUrl ?? '' });
  try {
    const { streams } = await jetstreamManager(connection);
    for (const service of PUBLISHERS) {
      const [outbox] = await count(`SELECT count(*)::int AS events FROM ${service}.outbox`);
      const { state } = await streams.info(`events_${service}`);
      assert.equal(state.messages, outbox.events, `events of ${service} on the stream`);
    }
  } finally {
    await connection.close();
  }
  for (const service of ['availability', 'booking', 'payment'])
    assert.deepEqual(
      await count(`SELECT subject FROM ${service}.dead_letter`),
      [],
      `dead letters of ${service}`,
    );
}
