import {
  type AdminCall,
  type CallGroup,
  pathOf,
  type Role,
  takesBody,
} from '@venue-booking/proto/admin/adminCall';
import { IdempotencyKey } from '@venue-booking/proto/idempotencyKey';
import { z } from 'zod';
import { OF_A_BODY } from '../http/requestBody.ts';
import type { RestMeta } from '../rest/restProcedure.ts';

const MEETS_BOOKINGS = 'It affects upcoming bookings, which the error lists; `force` applies it anyway';
const OF_A_VENUE = { 404: 'Unknown venue, or unknown object of the venue' };
const COMMON = {
  401: 'Missing or invalid session or token',
  403: 'The caller lacks permission, or a write with a session comes from another origin',
};
const OF_PARAMETERS = { 400: 'Invalid parameters' };

const WHO: Record<Role, string> = {
  operator: 'For the operator.',
  owner: 'For the operator, and for owners of the venue and its tokens with scope `owner`.',
  desk: 'For the operator, and for all people and tokens of the venue.',
  signed_in: 'For signed-in browsers.',
  anyone: '',
};

/** The tag of a group of admin calls in the OpenAPI description. */
export const tagOf = (tag: string): string => `Admin: ${tag}`;

/** The metadata of an admin call: required role, status of success, and error responses. */
export function metaOf(
  operationId: string,
  call: Omit<AdminCall, 'answers' | 'verb'>,
  { tag }: Pick<CallGroup, 'tag'>,
): RestMeta {
  const { method, of, does, more, role = 'owner', status, errors, idempotencyKey, pages, csv } = call;
  const description = [
    more,
    pages === 'link' && 'The Link header names the next page.',
    csv && `\`Accept: text/csv\` returns ${pages ? 'all rows as ' : ''}CSV.`,
    WHO[role],
  ];
  return {
    scope: 'admin',
    role,
    status,
    unknownId: call.unknownId ?? of.unknownId,
    csv: csv !== undefined,
    pages: pages === 'link',
    openapi: {
      method,
      path: `/api/admin${pathOf(call)}`,
      operationId,
      summary: does,
      tags: [tagOf(tag)],
      protect: role !== 'anyone',
      description: description.filter(Boolean).join(' '),
      ...(idempotencyKey && {
        requestHeaders: z.object({
          'Idempotency-Key': IdempotencyKey.optional().describe(idempotencyKey),
        }),
      }),
      errorResponses: {
        ...(takesBody(call) ? { ...OF_A_BODY, 400: 'Malformed JSON', 422: 'Invalid' } : OF_PARAMETERS),
        ...COMMON,
        ...('slug' in of.shape && OF_A_VENUE),
        ...errors,
        ...(call.mayMeetBookings && { 409: [errors?.[409], MEETS_BOOKINGS].filter(Boolean).join('. ') }),
      },
    },
  };
}
