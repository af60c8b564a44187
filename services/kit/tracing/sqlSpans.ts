import type { Pool, PoolClient } from 'pg';
import { currentTraceparent, inSpan } from './spans.ts';

const MAX_TEXT = 1000;

type Query = (...args: unknown[]) => unknown;

/**
 * Makes a span of each statement that a sampled call sends: with its text, whose values are parameters, and
 * without the parameters. Text in quotes is masked too.
 */
export function traceStatements(pool: Pool): void {
  const queryPool = pool.query.bind(pool) as Query;
  const connect = pool.connect.bind(pool) as (callback?: unknown) => unknown;
  pool.query = traced(queryPool) as Pool['query'];
  // `pool.query` connects with a callback. Its statement has a span already, and the callback may run in the
  // context of another call.
  pool.connect = ((callback?: unknown) => {
    if (callback !== undefined) return connect(callback);
    return (connect() as Promise<PoolClient>).then((client) => {
      client.query = traced(Object.getPrototypeOf(client).query.bind(client)) as PoolClient['query'];
      return client;
    });
  }) as Pool['connect'];
  pool.on('release', (_error, client) => {
    delete (client as Partial<PoolClient>).query;
  });
}

const traced =
  (query: Query): Query =>
  (...args) => {
    // With a callback, a statement of `pool.query`. Most calls are not sampled: do not read their statements.
    if (typeof args.at(-1) === 'function' || currentTraceparent() === null) return query(...args);
    const [statement] = args as [string | { text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': maskText(text) };
    return inSpan(summaryOf(text), { kind: 'client', attributes }, () => query(...args) as Promise<unknown>);
  };

/** The statement in one line, without literals in quotes. */
export const maskText = (text: string): string =>
  text
    .replace(/--[^\n]*/g, '')
    .replace(/'(?:[^']|'')*'/g, "'?'")
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT);

/** The last command of a statement and the table that it names first: `SELECT booking.booking`. */
export function summaryOf(text: string): string {
  const command = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const table = /\b(?:INTO|UPDATE|FROM|JOIN)\s+"?((?:availability|booking|catalog|payment)"?\."?\w+)/i.exec(
    text,
  )?.[1];
  return table ? `${command} ${table.replaceAll('"', '')}` : command;
}
