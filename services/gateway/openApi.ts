import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import type { RestMeta } from './restProcedure.ts';

type Operation = { responses: Record<string, unknown>; parameters?: unknown[] };
type Document = ReturnType<typeof generateOpenApiDocument>;

const DESCRIPTION = `Book a venue's facilities: list them, list their free times, book one.

The venue is named on every public call by the \`X-Tenant\` header (its slug), or by its own domain or subdomain. All times are the venue's
local time, without a zone. All amounts are in euro. Errors are \`{ "error": "…" }\`; in Dutch when \`Accept-Language\` prefers it, but for
the details of invalid input. Besides the statuses listed, 503 (with \`Retry-After\`) and 504 say that something behind the API is away, or that
too much is asked of this venue: try again. A client that sends more than some tens of requests a second for long gets 429 with \`Retry-After\`,
whatever it asks. A proxy in front should bound connections and requests per address as well, and say who the client is.

The admin calls take the operator's token, or one that belongs to the venue, as \`Authorization: Bearer …\`.`;

/** The OpenAPI 3.1 description of a router: statuses as they really are, errors as one `Error` schema. */
export function openApiDocument(router: AnyTRPCRouter, { publicUrl }: { publicUrl: string }): Document {
  const document = generateOpenApiDocument(router as Parameters<typeof generateOpenApiDocument>[0], {
    title: 'Venue Booking',
    version: '1.0.0',
    description: DESCRIPTION,
    baseUrl: publicUrl,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: "The operator's token, or one of the venue" },
    },
  });
  const components = document.components as { schemas?: Record<string, unknown>; responses?: unknown };
  components.schemas = {
    ...Object.fromEntries(
      Object.entries(components.schemas ?? {}).filter(([name]) => !name.startsWith('error')),
    ),
    Error: {
      type: 'object',
      required: ['error'],
      properties: { error: { type: 'string', description: 'What is wrong, for people' } },
      additionalProperties: false,
    },
  };
  components.responses = undefined;
  for (const procedure of Object.values(router._def.procedures as Record<string, AnyTRPCProcedure>)) {
    const { openapi, status } = procedure._def.meta as RestMeta;
    if (!openapi) continue;
    const item = document.paths?.[openapi.path] as Record<string, Operation>;
    const operation = item[openapi.method.toLowerCase()];
    if (operation && openapi.operationId === 'listBookings') addCsv(operation);
    if (operation) mend(operation, status ?? 200, openapi.errorResponses as Record<string, string>);
  }
  return JSON.parse(JSON.stringify(document, withoutEmailPattern)) as Document;
}

/** The generator knows one success status, a fixed error body, and one description of a status for all operations. */
function mend(operation: Operation, status: number, errors: Record<string, string>): void {
  const success = operation.responses['200'];
  for (const parameter of operation.parameters ?? []) {
    const { schema, description } = parameter as { schema?: { description?: string }; description?: string };
    if (schema?.description && !description)
      (parameter as { description?: string }).description = schema.description;
  }
  operation.responses = {
    [status]: success,
    ...Object.fromEntries(
      Object.entries(errors).map(([code, description]) => [
        code,
        {
          description,
          ...(code === '429' && { headers: LIMIT_HEADERS }),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
    ),
  };
}

/** A list of bookings has pages, and is CSV for those who prefer that. */
function addCsv(operation: Operation): void {
  const success = operation.responses['200'] as { content: Record<string, unknown>; headers?: object };
  success.content['text/csv'] = { schema: { type: 'string' } };
  success.headers = { Link: header('Address of the next page, as `<…>; rel="next"`; absent on the last') };
}

const header = (description: string) => ({ description, schema: { type: 'string' } });
const LIMIT_HEADERS = {
  'Retry-After': header('Seconds until the next booking is possible'),
  'RateLimit-Limit': header('Bookings that one address may make in an hour'),
  'RateLimit-Remaining': header('How many of them are left'),
  'RateLimit-Reset': header('Seconds until one more is free again'),
};

/** `format: email` says it; the pattern makes tools invent addresses that nobody has. */
const withoutEmailPattern = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== 'email')
    return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'pattern'));
};
