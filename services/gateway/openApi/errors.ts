import { type FailureCode, failureStatus, failures, failureText } from '@venue-booking/proto/failures';

/** Responses that every call may return. */
const COMMON_ERRORS = {
  429: 'Too many requests from this client',
  503: 'A service is temporarily unavailable, or the venue gets too many requests: retry later',
  504: 'A service did not respond in time: retry later',
};

export const header = (description: string) => ({ description, schema: { type: 'string' } });
const RETRY_HEADERS = { 'Retry-After': header('Seconds to wait before retrying') };
const LIMIT_HEADERS = {
  'Retry-After': header('Seconds until the next booking is possible'),
  'RateLimit-Limit': header('Bookings per hour that one address may make'),
  'RateLimit-Remaining': header('Remaining bookings'),
  'RateLimit-Reset': header('Seconds until the next booking is allowed'),
};

const codes = (Object.keys(failures) as FailureCode[]).sort();
const codeList = codes.map((code) => `- \`${code}\` (${failureStatus(code)}): ${failures[code][1]}`);

/** Schemas of errors by name. */
export const errorSchemas = {
  Error: {
    type: 'object',
    required: ['error'],
    properties: { error: { type: 'string', description: 'Error message for people' } },
    examples: [{ error: failureText('slot_full', {}, 'en') }],
  },
  ErrorCode: {
    type: 'string',
    description: `Stable error code for programs; the message may change. Later versions may add codes.\n\n${codeList.join('\n')}`,
    enum: codes,
    examples: ['slot_full'],
  },
};

/** Headers of error responses by name. */
export const errorHeaders = {
  'Error-Code': {
    description: 'Stable error code for programs',
    schema: { $ref: '#/components/schemas/ErrorCode' },
  },
};

/** The error responses of a call. @param errors descriptions of its own statuses */
export const errorResponses = (errors: Record<string, string>) =>
  Object.fromEntries(
    Object.entries({ ...COMMON_ERRORS, ...errors }).map(([status, description]) => [
      status,
      {
        description,
        headers: {
          'Error-Code': { $ref: '#/components/headers/Error-Code' },
          ...(status === '429' && (errors[429] ? LIMIT_HEADERS : RETRY_HEADERS)),
          ...(status === '503' && RETRY_HEADERS),
        },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
