import { pipeline } from 'node:stream/promises';
import { describeIssues } from '@venue-booking/kit/errors/describeIssues';
import { networkOf } from '@venue-booking/kit/http/clientAddress';
import type { Log } from '@venue-booking/kit/logging/log';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { SecurityEvents } from '@venue-booking/kit/metrics/securityEvents';
import { JSON_LINES, PDF, type Role, XLSX } from '@venue-booking/proto/admin/adminCall';
import { fail } from '@venue-booking/proto/failures';
import { Slug } from '@venue-booking/proto/venue/venue';
import { stringify } from 'csv-stringify';
import { type RequestHandler, Router } from 'express';
import type { z } from 'zod';
import type { Callers } from '../../auth/callers.ts';
import type { Backends } from '../../backends/backends.ts';
import { venueIdOf } from '../../backends/venueIdOf.ts';
import { READ_BUDGET_MS, runWithDeadline } from '../../http/requestDeadline.ts';
import type { VenueBulkheads } from '../../limits/venueBulkheads.ts';
import { type Column, type Kind, workbook } from './xlsx.ts';

/** Common code of exports: lists of the admin API for clients that prefer CSV or a spreadsheet. */

/** Passes a request on to the next route unless the client prefers one of these media types. */
export const onlyFor =
  <Params>(...types: string[]): RequestHandler<Params> =>
  (request, response, next) => {
    response.vary('Accept');
    next(
      types.includes(request.accepts(['json', 'text/csv', XLSX, JSON_LINES, PDF]) || '')
        ? undefined
        : 'route',
    );
  };

/**
 * A formula after a separator or line break inside a cell: a spreadsheet with another list separator, such as
 * `;`, starts a cell there. The lookbehind starts at the formula sign. A forward search took 0.2 s for one
 * text with 10,000 line breaks, because it scanned from each of them to the last.
 */
const INNER_FORMULA = /[=+\-@＝＋－＠](?<=[;,|\t\r\n][\s"']*.)/g;

const escapeInner = (cell: string): string => cell.replace(INNER_FORMULA, "'$&");

/**
 * Options of csv-stringify. Text that a spreadsheet would run as a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection), at its start and inside. Negative numbers do not.
 */
export const CSV_FORMAT = {
  escape_formulas: true,
  bom: true,
  record_delimiter: 'windows',
  // Quote what may end a row or a cell in other programs, such as a note of several lines.
  quoted_match: /[\r\n;\t]/,
  // As in a spreadsheet: the default leaves `false` empty.
  cast: { string: escapeInner, object: (cell: object) => escapeInner(JSON.stringify(cell)), boolean: String },
} as const;

/** Rows per page. Formatting a page blocks other requests: 1 ms for 100 rows, 4 ms for 500. */
export const CSV_PAGE = 100;

/** Failures that end an export without an error in the log; the last one: the client disconnected. */
const EXPECTED = new Set([
  'unauthorized',
  'too_many_wrong_tokens',
  'venue_not_found',
  'operator_only',
  'admin_only',
  'visit_required',
  'passkey_required',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

export type ExportDeps = {
  backends: Backends;
  callers: Callers;
  security: SecurityEvents;
  bulkheads: VenueBulkheads;
  log: Log;
};

/** A page of an export. Rows are objects by column, or arrays in the order of the columns. */
type Page = { rows: object[]; next: string | null };

/** A file in a format: the first columns of both are the same. */
type Format = 'csv' | 'xlsx' | 'jsonl';
const FORMATS: Readonly<Record<string, Format>> = {
  'text/csv': 'csv',
  [XLSX]: 'xlsx',
  [JSON_LINES]: 'jsonl',
};
const TYPES = { csv: 'text/csv; charset=utf-8', xlsx: XLSX, jsonl: JSON_LINES } as const;

/** An opened export. */
type Export = {
  /** File name without the venue and the extension. */
  name: string;
  columns: string[];
  /** Kinds of columns in a spreadsheet; default: text. */
  kinds: Readonly<Record<string, Kind>>;
  read: (cursor?: string) => Promise<Page>;
};

type Call<Query> = { path: string; role?: Role; input: z.ZodType<Query> };

/**
 * `GET` of a venue's list for clients that prefer `text/csv` or a spreadsheet: streams all rows, page by
 * page.
 * @param path below the venue; its parameters are part of the query
 */
export const csvOf = <Query>(
  { path, ...call }: Call<Query>,
  deps: ExportDeps,
  open: (query: Query & { venueId: number }, format: Format) => Promise<Export>,
): Router => {
  const locate = async (slug = '') => {
    if (!Slug.safeParse(slug).success) throw fail('venue_not_found');
    return { venueId: await venueIdOf(deps.backends.catalog, slug) };
  };
  return exportOf({ ...call, path: `/venues/:slug${path}`, locate }, deps, open);
};

/** The same for a list of the platform. */
export const platformCsvOf = <Query>(
  call: Call<Query>,
  deps: ExportDeps,
  open: (query: Query, format: Format) => Promise<Export>,
): Router => exportOf({ ...call, locate: async () => ({}) }, deps, open);

function exportOf<Query, Place>(
  { path, role = 'owner', input, locate }: Call<Query> & { locate: (slug?: string) => Promise<Place> },
  { callers, security, bulkheads, log }: ExportDeps,
  open: (query: Query & Place, format: Format) => Promise<Export>,
): Router {
  const onlyFiles = onlyFor<{ slug?: string }>(...Object.keys(FORMATS));
  return Router().get(`/api/admin${path}`, onlyFiles, async (request, response) => {
    const { slug, ...parameters } = request.params;
    // The deadline applies to one page; the whole export has none.
    const runWithPageDeadline = <T>(work: () => Promise<T>) => runWithDeadline(request, READ_BUDGET_MS, work);

    const mayRead = () => runWithPageDeadline(() => callers.require(request, role));
    const { actor, credential } = await mayRead();
    const { success, data, error } = input.safeParse({ ...request.query, ...parameters });
    if (!success) throw fail('invalid_request', { detail: describeIssues(error) });
    const place = await runWithPageDeadline(() => locate(slug));
    // Each page passes the venue's bulkhead.
    const runInBulkhead = <T>(work: () => Promise<T>) =>
      runWithPageDeadline(() => bulkheads.admin.query(slug ?? '', work));
    const format = FORMATS[request.accepts(Object.keys(FORMATS)) || ''] ?? 'csv';
    const { name, columns, kinds, read } = await runInBulkhead(() => open({ ...data, ...place }, format));
    // Read the first page before sending headers, so that failures still get an error status.
    let page = await runInBulkhead(() => read());
    response.set({
      'Content-Type': TYPES[format],
      'Content-Disposition': `attachment; filename="${slug === undefined ? name : `${name}-${slug}`}.${format}"`,
      'Cache-Control': 'no-store',
    });
    if (request.method === 'HEAD') return void response.end();
    const network = networkOf(request.ip ?? '');
    security('export', 'success', { actor, credential, network, venue: slug, target: name });
    async function* rows() {
      for (;;) {
        yield* page.rows;
        const { next } = page;
        if (!next) return;
        // Check again: a slow download may take hours, and the session or token may end meanwhile.
        await mayRead();
        page = await runInBulkhead(() => read(next));
      }
    }
    try {
      // A failure cuts the connection, so that the client detects the incomplete file.
      if (format === 'csv')
        await pipeline(rows, stringify({ ...CSV_FORMAT, header: true, columns }), response);
      else if (format === 'jsonl') await pipeline(() => linesOf(rows(), columns), response);
      else await pipeline(workbook(columnsOf(columns, kinds), arraysOf(rows(), columns)), response);
    } catch (error) {
      const code = failureOf(error)?.code ?? (error as NodeJS.ErrnoException).code ?? '';
      if (!EXPECTED.has(code)) log.error({ err: error }, 'export failed');
    }
  });
}

const columnsOf = (names: readonly string[], kinds: Readonly<Record<string, Kind>>): Column[] =>
  names.map((name) => ({ name, kind: Object.hasOwn(kinds, name) ? (kinds[name] ?? 'text') : 'text' }));

/** Rows as arrays in the order of the columns. */
async function* arraysOf(rows: AsyncIterable<object>, columns: readonly string[]) {
  for await (const row of rows)
    yield Array.isArray(row) ? row : columns.map((name) => (row as Record<string, unknown>)[name]);
}

/** Rows as lines of JSON. */
async function* linesOf(rows: AsyncIterable<object>, columns: readonly string[]) {
  for await (const row of rows) {
    const object = Array.isArray(row) ? Object.fromEntries(columns.map((name, at) => [name, row[at]])) : row;
    yield `${JSON.stringify(object)}\n`;
  }
}
