import { describeIssues } from '@venue-booking/kit/messaging/describeIssues';
import { fail } from '@venue-booking/proto/failures';
import { Slug } from '@venue-booking/proto/venue';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';

/** What exports have in common: lists of the admin API for those who prefer CSV. */

/** Leaves a call to its next route when CSV is not preferred. */
export const onlyCsv: RequestHandler<{ slug: string }> = (request, response, next) => {
  response.vary('Accept');
  next(request.accepts(['json', 'text/csv']) === 'text/csv' ? undefined : 'route');
};

/** The parameters of an export. @throws `invalid_request`, and `venue_not_found` for what is no slug */
export function queryOf<S extends z.ZodType>(request: Request, schema: S): z.output<S> {
  const parsed = schema.safeParse(request.query);
  if (!parsed.success) throw fail('invalid_request', { detail: describeIssues(parsed.error) });
  if (!Slug.safeParse(request.params.slug).success) throw fail('venue_not_found');
  return parsed.data;
}

/** Says that a file with this name follows. */
export const announceFile = (response: Response, name: string): Response =>
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
  });

/**
 * For csv-stringify: what a spreadsheet would take for a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export const CSV_FORMAT = { escape_formulas: true, bom: true, record_delimiter: 'windows' } as const;

/**
 * What begins a formula where a spreadsheet whose list separator is another one, such as `;`, begins a cell:
 * inside of ours. It looks back from that alone: forwards, from each of 10,000 line breaks to the last of
 * them, the text of one guest took 0.2 s.
 */
const INNER_FORMULA = /[=+\-@＝＋－＠](?<=[;,|\t\r\n][\s"']*.)/g;

/** A cell that no spreadsheet takes for a formula behind its beginning, which csv-stringify looks after. */
export const withoutInnerFormulas = (cell: string): string => cell.replace(INNER_FORMULA, "'$&");
