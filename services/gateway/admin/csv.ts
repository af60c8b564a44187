import { pipeline } from 'node:stream/promises';
import { networkOf } from '@venue-booking/kit/clientAddress';
import { describeIssues } from '@venue-booking/kit/messaging/describeIssues';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { Log } from '@venue-booking/kit/process/log';
import type { SecurityEvents } from '@venue-booking/kit/process/securityEvents';
import type { Role } from '@venue-booking/proto/admin/adminCall';
import { fail } from '@venue-booking/proto/failures';
import { Slug } from '@venue-booking/proto/venue';
import { stringify } from 'csv-stringify';
import { type RequestHandler, Router } from 'express';
import type { z } from 'zod';
import type { Backends } from '../backends.ts';
import type { Callers } from '../callers.ts';
import { callFor, READ_BUDGET_MS } from '../inCall.ts';
import type { VenueTurns } from '../venueTurns.ts';
import { venueIdOf } from './writes.ts';

/** What exports have in common: lists of the admin API for those who prefer CSV. */

/** Leaves a call to its next route when CSV is not preferred. */
const onlyCsv: RequestHandler<{ slug: string }> = (request, response, next) => {
  response.vary('Accept');
  next(request.accepts(['json', 'text/csv']) === 'text/csv' ? undefined : 'route');
};

/**
 * What begins a formula where a spreadsheet whose list separator is another one, such as `;`, begins a cell:
 * inside of ours. It looks back from that alone: forwards, from each of 10,000 line breaks to the last of
 * them, the text of one guest took 0.2 s.
 */
const INNER_FORMULA = /[=+\-@＝＋－＠](?<=[;,|\t\r\n][\s"']*.)/g;

/**
 * For csv-stringify: what a spreadsheet would take for a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection), where a text begins and inside of it. A number
 * below 0 is none.
 */
export const CSV_FORMAT = {
  escape_formulas: true,
  bom: true,
  record_delimiter: 'windows',
  // What may end a row or a cell somewhere else, such as a note of several lines.
  quoted_match: /[\r\n;\t]/,
  cast: { string: (cell: string) => cell.replace(INNER_FORMULA, "'$&") },
} as const;

/** Rows of a page: other requests wait while CSV is made of them, 1 ms here and 4 ms with 500 rows. */
export const CSV_PAGE = 100;

/** Why an export breaks off that is nobody's fault; the last: its reader has gone. */
const EXPECTED = new Set([
  'unauthorized',
  'too_many_wrong_tokens',
  'venue_not_found',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

export type ExportDeps = {
  backends: Backends;
  callers: Callers;
  security: SecurityEvents;
  turns: VenueTurns;
  log: Log;
};

/** A page of an export: rows by column, or in the order of the columns. */
type Page = { rows: object[]; next: string | null };

/**
 * `GET` of a list of a venue for those who prefer `text/csv`: all of it, page by page as the reader takes it.
 * @param open tells of a request what the file is called, its columns, and how to read a page
 */
export function csvOf<Query>(
  { path, role = 'owner', input }: { path: string; role?: Role; input: z.ZodType<Query> },
  { backends: { catalog }, callers, security, turns, log }: ExportDeps,
  open: (
    query: Query & { venueId: number },
  ) => Promise<{ name: string; columns: string[]; read: (cursor?: string) => Promise<Page> }>,
): Router {
  return Router().get(`/api/admin/venues/:slug${path}`, onlyCsv, async (request, response) => {
    const { slug } = request.params;
    // For one page; the whole export takes as long as it takes.
    const inPage = <T>(work: () => Promise<T>) => callFor(request, READ_BUDGET_MS, work);

    const mayRead = () => inPage(() => callers.require(request, role));
    const { actor, credential } = await mayRead();
    const { success, data, error } = input.safeParse(request.query);
    if (!success) throw fail('invalid_request', { detail: describeIssues(error) });
    if (!Slug.safeParse(slug).success) throw fail('venue_not_found');
    const venueId = await inPage(() => venueIdOf(catalog, slug));
    // Each page waits for what else the people of the venue read.
    const inTurn = <T>(work: () => Promise<T>) => inPage(() => turns.admin.query(slug, work));
    const { name, columns, read } = await inTurn(() => open({ ...data, venueId }));
    // The first page before the headers, so that what goes wrong is still told by a status.
    let page = await inTurn(() => read());
    response.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}-${slug}.csv"`,
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
        // A slow reader may take hours, in which a session or a token ends.
        await mayRead();
        page = await inTurn(() => read(next));
      }
    }
    try {
      // What fails of it cuts the connection, which tells the reader that it does not have everything.
      await pipeline(rows, stringify({ ...CSV_FORMAT, header: true, columns }), response);
    } catch (error) {
      const code = failureOf(error)?.code ?? (error as NodeJS.ErrnoException).code ?? '';
      if (!EXPECTED.has(code)) log.error({ err: error }, 'export broken off');
    }
  });
}
