import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Redis } from 'ioredis';
import type { Stack } from './stack.ts';

/** The contents of all tables as text, keyed by `schema.table.column`. */
export async function columnsOf({ database }: Stack): Promise<Record<string, string>> {
  const { rows: tables } = await database.query<{ name: string }>(`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`);
  const columns: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await database.query<{ key: string; text: string }>(
      `SELECT field.key, string_agg(field.value, E'\\n') AS text
       FROM ${name} it, jsonb_each_text(to_jsonb(it)) AS field(key, value) GROUP BY field.key`,
    );
    for (const { key, text } of rows) columns[`${name}.${key}`] = text ?? '';
  }
  return columns;
}

/** Names of the places that contain a text, ignoring case. */
export const columnsContaining = (places: Record<string, string>, text: string): string[] =>
  Object.keys(places).filter((name) => places[name]?.toLowerCase().includes(text.toLowerCase()));

/** All messages on the broker's streams, as text. */
export async function streamsOf({ natsUrl }: Stack): Promise<string> {
  if (!natsUrl) return '';
  const connection = await connect({ servers: new URL(natsUrl).host });
  const manager = await jetstreamManager(connection);
  const seen: string[] = [];
  for await (const { config, state } of manager.streams.list())
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await manager.streams.getMessage(config.name, { seq }).catch(() => null);
      if (message) seen.push(`${message.subject} ${message.string()} ${[...(message.header ?? [])].join()}`);
    }
  await connection.close();
  assert.ok(seen.length > 0, 'there are events to search');
  return seen.join('\n');
}

export async function redisOf({ redis }: Stack): Promise<string> {
  if (!redis) return '';
  const client = new Redis(redis.url);
  const seen: string[] = [];
  for (const key of await client.keys('*'))
    seen.push(key, (await client.dumpBuffer(key))?.toString('latin1') ?? '');
  client.disconnect();
  return seen.join('\n');
}

/** Names and contents of all files below a folder. */
export async function filesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  );
  return [...files.map(({ name }) => name), ...read].join('\n');
}

/** Everything that the processes have printed. */
export const logsOf = ({ processes }: Stack): string =>
  processes.map((process) => process.output()).join('\n');
