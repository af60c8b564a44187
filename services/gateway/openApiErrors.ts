import { type FailureCode, failureStatus, failures, failureText } from '@venue-booking/proto/failures';

/** Responses that every call may return. */
const OF_ANY = {
  429: 'Too many requests from this client',
  503: 'Something behind the API is away for a moment, or too much is asked of this venue: try again',
  504: 'Something behind the API did not answer in time: try again',
};

export const header = (description: string) => ({ description, schema: { type: 'string' } });
const RETRY_HEADERS = { 'Retry-After': header('Seconds until it is worth trying again') };
const LIMIT_HEADERS = {
  'Retry-After': header('Seconds until the next booking is possible'),
  'RateLimit-Limit': header('Bookings that one address may make in an hour'),
  'RateLimit-Remaining': header('How many of them are left'),
  'RateLimit-Reset': header('Seconds until one more is free again'),
};

const codes = (Object.keys(failures) as FailureCode[]).sort();
const codeList = codes.map((code) => `- \`${code}\` (${failureStatus(code)}): ${failures[code][1]}`);

/** Schemas of errors by name. */
export const errorSchemas = {
  Error: {
    type: 'object',
    required: ['error'],
    properties: { error: { type: 'string', description: 'What is wrong, for people' } },
    examples: [{ error: failureText('slot_full', {}, 'en') }],
  },
  ErrorCode: {
    type: 'string',
    description: `What is wrong, for programs: it stays the same while the text may change. Later versions may have more.\n\n${codeList.join('\n')}`,
    enum: codes,
    examples: ['slot_full'],
  },
};

/** Headers of error responses by name. */
export const errorHeaders = {
  'Error-Code': {
    description: 'What is wrong, for programs',
    schema: { $ref: '#/components/schemas/ErrorCode' },
  },
};

/** The error responses of a call. @param errors descriptions of its own statuses */
export const errorAnswers = (errors: Record<string, string>) =>
  Object.fromEntries(
    Object.entries({ ...OF_ANY, ...errors }).map(([status, description]) => [
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
