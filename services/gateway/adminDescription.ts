import { Slug } from '@venue-booking/proto/venue';
import type { RestMeta } from './restProcedure.ts';

/** What the descriptions of the admin calls share. */

export const slug = Slug.describe('Slug of the venue');
export const ofVenue = '/api/admin/venues/{slug}';
export const ofFacility = `${ofVenue}/facilities/{id}` as const;

export const NOT_FOUND = { 404: 'Unknown venue, or something that the venue does not have' };
const COMMON = { 401: 'No or a wrong token' };
const INVALID = { 413: 'Body over 64 kB', 415: 'Body is not application/json', 422: 'Invalid' };

type Description = {
  path: `/${string}`;
  operationId: string;
  tag: string;
  summary: string;
  errors?: Record<number, string>;
};

/** The meta of an admin call: who may, its status, and what can go wrong. */
export const describe = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  { path, operationId, tag, summary, errors = {} }: Description,
): RestMeta => ({
  scope: 'admin',
  ...(method === 'POST' && { status: 201 }),
  openapi: {
    method,
    path,
    operationId,
    summary,
    tags: [`Admin: ${tag}`],
    protect: true,
    errorResponses: {
      ...(method === 'GET' || method === 'DELETE'
        ? { 400: 'Invalid parameters' }
        : { 400: 'Malformed JSON', ...INVALID }),
      ...COMMON,
      ...errors,
    },
  },
});
