import type { AnyTRPCRouter } from '@trpc/server';
import { adminGroups } from '@venue-booking/proto/admin/adminApi';
import { JSON_LINES, PDF, XLSX } from '@venue-booking/proto/admin/adminCall';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { tagOf } from '../admin/adminDescription.ts';
import { callsOf, type RestMeta } from '../rest/restProcedure.ts';
import { errorHeaders, errorResponses, errorSchemas, header } from './errors.ts';
import { addExamples } from './examples.ts';
import { type Link, linksOf } from './links.ts';
import * as apiSchemas from './schemas.ts';

type Operation = {
  operationId: string;
  responses: Record<string, OperationResponse>;
  parameters?: Parameter[];
  security?: unknown[];
  requestBody?: { required?: boolean; content: Record<string, { schema: object }> };
};
type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  schema?: { type?: string; description?: string };
};
type OperationResponse = {
  description?: string;
  content?: Record<string, unknown>;
  headers?: object;
  links?: Record<string, Link>;
};
type Document = ReturnType<typeof generateOpenApiDocument>;

const DESCRIPTION = `Book a venue's facilities: list facilities and free slots, and create bookings.

Every public call names the venue in the \`X-Tenant\` header (its slug), or uses the venue's own domain or subdomain. Times are in the venue's
local time without a zone; times that end in \`Z\` are UTC. Amounts are in euro. Errors are \`{ "error": "…" }\`, in Dutch, German or French if \`Accept-Language\` prefers it, except for
the details of invalid input. The \`Error-Code\` header has a stable code for programs; the schema ErrorCode lists all codes. 429 and 503 have \`Retry-After\` where waiting helps. A client that sends several tens of requests per
second for a longer time gets 429. A proxy in front should limit connections and requests per address as well, and forward the client's address.

Admin calls need the operator's token or a token of the venue as \`Authorization: Bearer …\`. Browsers use a session cookie instead; their writes must come from this server's own pages.`;

/** The OpenAPI 3.1 description of a router, with the actual status codes and one `Error` schema. */
export function openApiDocument(router: AnyTRPCRouter, { publicUrl }: { publicUrl: string }): Document {
  const document = generateOpenApiDocument(router as Parameters<typeof generateOpenApiDocument>[0], {
    title: 'Venue Booking',
    version: '1.0.0',
    description: DESCRIPTION,
    baseUrl: publicUrl,
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'Operator of this server', url: publicUrl },
    defs: apiSchemas,
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: "The operator's token, or a token of the venue",
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'venue-booking',
        description: 'Session of a signed-in browser. With https the name begins with `__Host-`',
      },
    },
  });
  const components = document.components as {
    schemas?: Record<string, unknown>;
    headers?: unknown;
    responses?: unknown;
  };
  const own = Object.entries(components.schemas ?? {}).filter(([name]) => !name.startsWith('error'));
  components.schemas = { ...Object.fromEntries(own), ...errorSchemas };
  components.headers = errorHeaders;
  components.responses = undefined;
  document.tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  const calls = callsOf(router).map(({ openapi, ...call }) => {
    const { path, errorResponses } = openapi;
    const method = openapi.method.toLowerCase();
    const item = document.paths?.[path] as Record<string, Operation>;
    const operation = item[method] as Operation;
    return { ...call, path, method, operation, errorResponses, operationId: operation.operationId };
  });
  /** Schema names of request bodies by JSON text: calls with the same body share a schema. */
  const bodies = new Map<string, string>();
  for (const call of calls) {
    const { operation, operationId, status = 200 } = call;
    if (call.role === 'signed_in') operation.security = [{ session: [] }];
    if (call.requestTypes)
      operation.requestBody = { required: true, content: inMedia(call.requestTypes, BYTES) };
    describeSuccess(operation.responses['200'] as Success, call);
    completeResponses(operation, status, call.errorResponses as Record<string, string>);
    if (call.cached) describeUnchanged(operation);
    if (call.isPage)
      for (const { content } of Object.values(operation.responses))
        if (content) content['text/html'] = { schema: { type: 'string' } };
    const links = linksOf(call, calls);
    const success = operation.responses[status];
    if (success && links.length > 0)
      success.links = Object.fromEntries(links.map((link) => [link.operationId, link]));
    // Mark calls without a token explicitly. An absent `security` means the default, which tools interpret
    // differently.
    operation.security ??= [];
    const content = operation.requestBody?.content['application/json'];
    if (!content) continue;
    // The generator leaves it out for a schema with a check of several fields.
    if (call.scope === 'admin') Object.assign(content.schema, { additionalProperties: false });
    const text = JSON.stringify(content.schema);
    const name = bodies.get(text) ?? `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`;
    bodies.set(text, name);
    components.schemas[name] = content.schema;
    content.schema = { $ref: `#/components/schemas/${name}` };
  }
  addExamples(document);
  return JSON.parse(withOwnNames(document)) as Document;
}

const refTo = (name: string) => `"#/components/schemas/${name}"`;

/**
 * The document as JSON, with our schema names. The generator writes each named schema twice, for input and
 * for output; unused ones are removed and the `Output` suffix is dropped.
 */
function withOwnNames(document: Document): string {
  const schemas = document.components?.schemas ?? {};
  const text = () => JSON.stringify(document, simplifySchema);
  for (let unused: string[]; ; ) {
    const all = text();
    unused = Object.keys(schemas).filter((name) => !all.includes(refTo(name)));
    if (unused.length === 0) break;
    for (const name of unused) delete schemas[name];
  }
  let named = text();
  for (const name of Object.keys(apiSchemas)) {
    if (schemas[name]) continue;
    named = named.replaceAll(refTo(`${name}Output`), refTo(name)).replace(`"${name}Output":`, `"${name}":`);
  }
  return named;
}

/** Sets the status of success and the error responses: the generator knows only one of each for all calls. */
function completeResponses(operation: Operation, status: number, errors: Record<string, string>): void {
  const success = operation.responses['200'];
  for (const parameter of operation.parameters ?? [])
    if (parameter.schema?.description) parameter.description ||= parameter.schema.description;
  operation.responses = {
    ...(success && { [status]: success }),
    ...errorResponses(errors),
  };
}

/** The `content` of a body that may have one of several media types. */
const inMedia = (types: readonly string[], schema: object) =>
  Object.fromEntries(types.map((type) => [type, { schema }]));
const BYTES = { type: 'string', format: 'binary' };

type Success = { content: Record<string, unknown>; headers?: object };

/** Adds what the generator cannot describe: media types other than JSON, pages, and ETags. */
function describeSuccess(success: Success, { responseType, csv, pdf, pages, cached }: RestMeta): void {
  if (responseType) success.content = inMedia([responseType], { type: 'string' });
  if (csv) {
    success.content['text/csv'] = { schema: { type: 'string' } };
    success.content[XLSX] = { schema: BYTES };
    success.content[JSON_LINES] = { schema: { type: 'string' } };
  }
  if (pdf) success.content[PDF] = { schema: BYTES };
  if (pages)
    success.headers = {
      Link: header('URL of the next page, as `<…>; rel="next"`; absent on the last page'),
    };
  if (cached) success.headers = ETAG_HEADERS;
}

const ETAG_HEADERS = { ETag: header('Changes with the response') };

/** Adds If-None-Match and the 304 response. */
function describeUnchanged(operation: Operation): void {
  const { parameters = [], responses } = operation;
  operation.parameters = [
    ...parameters,
    {
      name: 'If-None-Match',
      in: 'header',
      description: 'ETag of a cached response. Browsers send it automatically.',
      schema: { type: 'string' },
    },
  ];
  responses[304] = { description: 'The response with this ETag is still current', headers: ETAG_HEADERS };
}

const TAGS: Record<string, string> = { Booking: 'Calls for guests and websites, without a token.' };
for (const [, { tag, about }] of adminGroups) {
  const name = tagOf(tag);
  TAGS[name] = [TAGS[name], `${about}.`].filter(Boolean).join(' ');
}

/** Formats that need no pattern; tools generate nonsensical addresses from the patterns. */
const FORMATS_WITHOUT_PATTERN = ['date', 'date-time', 'email', 'uri', 'uuid'];
/** The start of the generator's pattern for a date, which handles leap years. */
const ISO_DATE = '^(?:(?:\\d\\d[2468][048]';
/** Removes `additionalProperties: false` from responses, because later versions may add properties. */
const extensible = (responses: object): object =>
  JSON.parse(JSON.stringify(responses), (key, it) => (key === 'additionalProperties' ? it || undefined : it));
/**
 * Removes what the generator adds: patterns next to a format, and JavaScript's largest and smallest integers.
 */
const simplifySchema = (key: string, given: unknown): unknown => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const value = key === 'responses' || key.replace('Output', '') in apiSchemas ? extensible(given) : given;
  const { format = '' } = value as { format?: string };
  const isAdded = ([key, it]: [string, unknown]) =>
    (key === 'pattern' && (FORMATS_WITHOUT_PATTERN.includes(format) || String(it).startsWith(ISO_DATE))) ||
    (key === 'maximum' && it === Number.MAX_SAFE_INTEGER) ||
    (key === 'minimum' && it === Number.MIN_SAFE_INTEGER);
  return Object.fromEntries(Object.entries(value).filter((entry) => !isAdded(entry)));
};
