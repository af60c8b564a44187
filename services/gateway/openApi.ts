import type { AnyTRPCRouter } from '@trpc/server';
import { generateOpenApiDocument } from 'trpc-to-openapi';

type Operation = { responses: Record<string, unknown>; parameters?: unknown[] };
type Document = ReturnType<typeof generateOpenApiDocument>;

const DESCRIPTION = `Book a venue's facilities: list them, list their free times, book one.

The venue is named on every public call by the \`X-Tenant\` header (its slug), or by its own domain or subdomain. All times are the venue's
local time, without a zone. All amounts are in euro. Errors are \`{ "error": "…" }\`, in Dutch when \`Accept-Language\` prefers it.

The admin calls take the operator's token as \`Authorization: Bearer …\`.`;

/** The OpenAPI 3.1 description of a router: statuses as they really are, errors as one `Error` schema. */
export function openApiDocument(router: AnyTRPCRouter, { publicUrl }: { publicUrl: string }): Document {
  const document = generateOpenApiDocument(router as Parameters<typeof generateOpenApiDocument>[0], {
    title: 'Venue Booking',
    version: '1.0.0',
    description: DESCRIPTION,
    baseUrl: publicUrl,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: "The operator's token" } },
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
  for (const item of Object.values(document.paths ?? {}))
    for (const [method, operation] of Object.entries(item as Record<string, Operation>))
      mend(method, operation);
  return JSON.parse(JSON.stringify(document)) as Document;
}

/** The generator knows one success status and a fixed error body. */
function mend(method: string, operation: Operation): void {
  const created = method === 'post' && operation.responses['200'];
  const responses: Record<string, unknown> = {};
  for (const [status, response] of Object.entries(operation.responses)) {
    if (status === '200') responses[created ? '201' : '200'] = response;
    else if (status !== 'default') {
      responses[status] = {
        description: (response as { description: string }).description,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      };
    }
  }
  operation.responses = responses;
}
