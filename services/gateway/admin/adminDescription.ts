import {
  type AdminCall,
  type CallGroup,
  isAudited,
  isRefusedAtDeleted,
  JSON_LINES,
  PDF,
  pathOf,
  type Role,
  takesBody,
  XLSX,
} from '@venue-booking/proto/admin/adminCall';
import { IdempotencyKey } from '@venue-booking/proto/booking/idempotencyKey';
import { z } from 'zod';
import { BODY_ERRORS } from '../http/requestBody.ts';
import type { RestMeta } from '../rest/restProcedure.ts';

const AFFECTS_BOOKINGS = 'It affects upcoming bookings, which the error lists; `force` applies it anyway';
const VENUE_ERRORS = { 404: 'Unknown venue, or unknown object of the venue' };
const ADMIN_ERRORS = {
  401: 'Missing or invalid session or token',
  403: 'The caller lacks permission, or a write with a session comes from another origin',
};
const DELETED_ERRORS = { 409: 'The venue is deleted' };
const PARAMETER_ERRORS = { 400: 'Invalid parameters' };

const CALLERS_OF_ROLE: Record<Role, string> = {
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
  const { method, of, does, more, role = 'owner', status, errors, idempotencyKey, pages, csv, pdf } = call;
  const description = [
    more,
    pages === 'link' && 'The Link header names the next page.',
    csv &&
      `\`Accept: text/csv\` returns ${pages ? 'all rows as ' : ''}CSV, \`Accept: ${XLSX}\` a spreadsheet with types, and \`Accept: ${JSON_LINES}\` JSON lines.`,
    pdf && `\`Accept: ${PDF}\` returns a document to print.`,
    CALLERS_OF_ROLE[role],
  ];
  return {
    scope: 'admin',
    role,
    changes: isAudited(call) && !call.supportMay,
    status,
    unknownId: call.unknownId ?? of.unknownId,
    csv: csv !== undefined,
    pdf: pdf !== undefined,
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
        ...(takesBody(call) ? { ...BODY_ERRORS, 400: 'Malformed JSON', 422: 'Invalid' } : PARAMETER_ERRORS),
        ...ADMIN_ERRORS,
        ...('slug' in of.shape && VENUE_ERRORS),
        ...(isRefusedAtDeleted(call) && DELETED_ERRORS),
        ...errors,
        ...(call.mayMeetBookings && { 409: [errors?.[409], AFFECTS_BOOKINGS].filter(Boolean).join('. ') }),
      },
    },
  };
}
