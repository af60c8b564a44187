import { Slug } from '@venue-booking/proto/venue';
import type { z } from 'zod';
import type { Role } from './callers.ts';
import type { RestMeta } from './restProcedure.ts';

/** What the descriptions of the admin calls share. */

export const slug = Slug.describe('Slug of the venue');
export const ofVenue = '/api/admin/venues/{slug}';
export const ofFacility = `${ofVenue}/facilities/{id}` as const;

export const NOT_FOUND = { 404: 'Unknown venue, or something that the venue does not have' };
export const MEETS_BOOKINGS = {
  ...NOT_FOUND,
  409: 'It meets bookings to come, which the error names; `force` does it all the same',
};
const COMMON = { 401: 'No or a wrong token', 403: 'The token may not do this' };
const INVALID = { 413: 'Body over 64 kB', 415: 'Body is not application/json', 422: 'Invalid' };

const WHO: Record<Role, string> = {
  operator: 'For the operator.',
  owner: 'For the operator, and for tokens of the venue with scope `owner`.',
  desk: 'For the operator, and for any token of the venue.',
};

type Description = {
  path: `/${string}`;
  operationId: string;
  tag: string;
  summary: string;
  /** `owner` where nothing is said. */
  role?: Role;
  /** 201 for a POST that makes something; 200 where nothing is said. */
  status?: 201;
  errors?: Record<number, string>;
  /** Headers that it takes besides. */
  requestHeaders?: z.ZodObject;
};

/** The meta of an admin call: who may, its status, and what can go wrong. */
export const describe = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  { path, operationId, tag, summary, role = 'owner', status, errors = {}, requestHeaders }: Description,
): RestMeta => ({
  scope: 'admin',
  role,
  ...(status && { status }),
  openapi: {
    method,
    path,
    operationId,
    summary,
    tags: [`Admin: ${tag}`],
    protect: true,
    description: WHO[role],
    ...(requestHeaders && { requestHeaders }),
    errorResponses: {
      ...(method === 'GET' || method === 'DELETE'
        ? { 400: 'Invalid parameters' }
        : { 400: 'Malformed JSON', ...INVALID }),
      ...COMMON,
      ...errors,
    },
  },
});
