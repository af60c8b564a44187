import type { Pool, PoolClient } from 'pg';
import { currentTraceparent, inSpan } from './spans.ts';

const MAX_TEXT = 1000;

type Query = (...args: unknown[]) => unknown;

/**
 * Makes a span of each statement that a sampled call sends: with its text, whose values are parameters, and
 * without the parameters. Text in quotes is masked too.
 */
export function traceStatements(pool: Pool): void {
  pool.query = traced(pool.query.bind(pool) as Query) as Pool['query'];
  // Once per connection: an object that gets and loses properties is slow.
  pool.on('connect', (client) => {
    client.query = traced(client.query.bind(client) as Query) as PoolClient['query'];
  });
}

const traced =
  (query: Query): Query =>
  (...args) => {
    // A statement of `pool.query` comes with a callback, and has a span already. Most calls are not sampled:
    // do not read their statements.
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
