import assert from 'node:assert/strict';
import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { arbitraryOf, bodyOf, type Schema } from '../../openApi/arbitraries.ts';
import { type Link, type Operation, readDescription } from '../../openApi/description.ts';
import { type ApiResponse, call, daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Generated requests per operation. */
const EACH = 12;
/** How many links are followed in a row. */
const DEPTH = 3;

type Request = {
  path: Record<string, string>;
  query: Record<string, string>;
  header: Record<string, string>;
  body?: unknown;
};

/**
 * Sends requests generated from the OpenAPI description, valid and invalid ones, and follows the links in
 * responses.
 */
export function generated(stack: () => Stack): void {
  describe('requests generated from the OpenAPI description', () => {
    let description: Awaited<ReturnType<typeof readDescription>>;
    let slug: string;
    let known: Record<string, unknown[]>;
    const faults: string[] = [];
    const statuses = new Map<string, Set<number>>();
    beforeAll(async () => {
      const { api } = stack();
      description = await readDescription((await call(`${api.url}/openapi.json`)).body);
      // An event stream never ends, so a request for it would not return.
      description.operations = description.operations.filter(
        ({ responses }) => !responses[200]?.content?.['text/event-stream'],
      );
      slug = await api.newVenue();
      const facility = await api.newFacility(slug, { capacity: 500 });
      const day = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(9)}`);
      const slot = day.body.slots[0].id;
      const booked = await api.book(slug, { slot_id: slot });
      known = {
        slug: [slug],
        'X-Tenant': [slug],
        id: [facility, slot, booked.body.booking.id],
        date: [daysAhead(9)],
        token: [new URL(booked.body.ticket_url).pathname.replace('/tickets/', '')],
      };
      known.slot_id = [slot];
    });

    const textOf = (name: string, schema: Schema): fc.Arbitrary<string> => {
      const made = arbitraryOf(schema, description.resolve).map((value) => String(value));
      const other = fc.oneof(made, fc.string({ minLength: 1, maxLength: 20 }));
      const those = known[name]?.map(String);
      return those
        ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...those) }, { weight: 1, arbitrary: other })
        : other;
    };

    const requestOf = ({ parameters = [], requestBody }: Operation): fc.Arbitrary<Request> => {
      const of = (place: string) => {
        const here = parameters.filter((one) => one.in === place);
        const values = Object.fromEntries(here.map(({ name, schema }) => [name, textOf(name, schema)]));
        return fc.record(values, {
          requiredKeys: here
            .filter(({ required, name }) => required || name === 'X-Tenant')
            .map(({ name }) => name),
        });
      };
      const schema = requestBody?.content['application/json']?.schema;
      const body = schema ? bodyOf(schema, description.resolve).map(withKnownSlot) : fc.constant(undefined);
      return fc.record({
        path: of('path'),
        query: of('query'),
        header: of('header'),
        body,
      }) as fc.Arbitrary<Request>;
    };

    /** Generated slot ids rarely exist. */
    const withKnownSlot = (body: unknown): unknown =>
      typeof body === 'object' && body !== null && 'slot_id' in body && typeof body.slot_id === 'number'
        ? { ...body, slot_id: known.slot_id?.[0] }
        : body;

    const send = async (operation: Operation, request: Request): Promise<ApiResponse> => {
      const { path, method, operationId, security } = operation;
      const own = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(request.path[name] ?? ''));
      const query = new URLSearchParams(request.query);
      const headers = Object.fromEntries(
        Object.entries(request.header).map(([name, value]) => [name, value.replace(/[^ -~]/g, '').trim()]),
      );
      // Some operations answer with an HTML page as well.
      headers.Accept = 'application/json';
      if (security.length > 0) headers.Authorization = `Bearer ${stack().operatorToken}`;
      const answer = await call(`${stack().api.url}${own}?${query}`, {
        method: method.toUpperCase(),
        headers,
        ...(request.body !== undefined && { body: request.body }),
      });
      statuses.set(operationId, (statuses.get(operationId) ?? new Set()).add(answer.status));
      const type = answer.headers.get('content-type')?.split(';')[0] ?? 'none';
      const fault = description.faultOf(operation, { status: answer.status, type, body: answer.body });
      if (fault)
        faults.push(
          `${operationId}: ${fault}. ${JSON.stringify(request)} got ${answer.status} ${answer.text.slice(0, 300)}`,
        );
      return answer;
    };

    /** Follows the links of a response recursively. */
    const follow = async (
      operation: Operation,
      request: Request,
      answer: ApiResponse,
      depth: number,
    ): Promise<void> => {
      if (depth === 0) return;
      for (const link of Object.values(operation.responses[answer.status]?.links ?? {})) {
        const next = description.operations.find(({ operationId }) => operationId === link.operationId);
        assert.ok(next, link.operationId);
        // A deleted resource would not exist for the other links.
        if (next.method === 'delete') continue;
        const made = fc.sample(requestOf(next), 1)[0] as Request;
        const linked = withLink(made, link, request, answer.body);
        if (linked) await follow(next, linked, await send(next, linked), depth - 1);
      }
    };

    it('every generated request gets a documented response and never a 500', async (t) => {
      let requests = 0;
      for (const operation of description.operations) {
        let followed = false;
        for (const request of fc.sample(requestOf(operation), EACH)) {
          const answer = await send(operation, request);
          requests++;
          if (followed || answer.status >= 300) continue;
          followed = true;
          await follow(operation, request, answer, DEPTH);
        }
      }
      const done = [...statuses].filter(([, seen]) => [...seen].some((status) => status < 300));
      t.annotate(`${requests} requests; ${done.length} of ${statuses.size} operations also succeeded`);
      assert.deepEqual(faults, []);
      assert.equal(statuses.size, description.operations.length);
      // How many operations succeed differs between runs, because a request can change the state for the next
      // one.
      assert.ok(done.length > statuses.size / 4, `only these succeeded: ${done.map(([id]) => id)}`);
    });

    it('every action of the admin API rejects an unknown key in its body, also in an empty one', async () => {
      const actions = description.operations.filter(
        ({ path, method, requestBody, security }) =>
          path.startsWith('/api/admin') &&
          ['post', 'put', 'patch'].includes(method) &&
          (!requestBody || requestBody.content['application/json']) &&
          // A session cannot be made here.
          (security.length === 0 || security.some((one) => !('session' in one))),
      );
      assert.ok(actions.length > 30, actions.map(({ operationId }) => operationId).join());
      const accepted: string[] = [];
      for (const operation of actions) {
        const inPath = (operation.parameters ?? []).filter(({ in: place }) => place === 'path');
        const path = Object.fromEntries(
          inPath.map(({ name, schema }) => {
            const [made] = fc.sample(arbitraryOf(schema, description.resolve), 1);
            return [name, name === 'slug' ? slug : schema.type === 'integer' ? '1' : String(made)];
          }),
        );
        const { status, text } = await send(operation, { path, query: {}, header: {}, body: { peopel: 8 } });
        // A message lists a few issues, and counts the rest.
        if (status !== 422 || !/peopel|and \d+ more/.test(text))
          accepted.push(`${operation.operationId} ${status} ${text}`);
      }
      assert.deepEqual(accepted, []);
    });

    it('documents that no object of a request body has other keys, except those of browsers', () => {
      const open = description.operations
        .filter(({ path }) => path.startsWith('/api/admin'))
        .flatMap(({ operationId, requestBody }) =>
          openObjects(requestBody?.content['application/json']?.schema, description.resolve).map(
            (at) => `${operationId}${at}`,
          ),
        );
      assert.deepEqual(open, [
        'signInByPasskey.credential',
        'signInByPasskey.credential.response',
        'addPasskey.credential',
        'addPasskey.credential.response',
      ]);
    });

    it('the check reports a response that is not as documented', () => {
      const [operation] = description.operations;
      assert.ok(operation);
      const fault = (status: number, body: unknown, type = 'application/json') =>
        description.faultOf(operation, { status, type, body });
      assert.match(fault(500, { error: 'x' }) ?? '', /failed/);
      assert.match(fault(418, { error: 'x' }) ?? '', /not documented/);
      assert.match(fault(400, {}, 'text/html') ?? '', /not documented/);
      assert.match(fault(400, { error: 1, more: 2 }) ?? '', /must be string|additional/);
      assert.equal(fault(400, { error: 'x' }), undefined);
    });
  });
}

/** Encodes a path segment. Empty segments and dots would change the path, so they become `x`. */
const segment = (text: string): string => encodeURIComponent(/^\.*$/.test(text) ? 'x' : text.toWellFormed());

/** Paths of the objects with named keys in a schema that allow other keys. */
function openObjects(schema: Schema | undefined, resolve: (ref: string) => Schema, at = ''): string[] {
  if (!schema) return [];
  if (schema.$ref) return openObjects(resolve(schema.$ref), resolve, at);
  const { properties, additionalProperties, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  return [
    ...(properties && additionalProperties !== false ? [at] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => openObjects(one, resolve, `${at}.${name}`)),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => openObjects(one, resolve, at)),
    ...openObjects(items, resolve, `${at}[]`),
  ];
}

/** Fills in the values that a link passes on. Returns undefined if the response lacks one. */
function withLink(made: Request, link: Link, request: Request, body: unknown): Request | undefined {
  const linked = (expression: string): unknown => {
    const [, place, name] = /^\$request\.(path|header)\.(.+)$/.exec(expression) ?? [];
    if (place && name) return request[place as 'path' | 'header'][name];
    const pointer = expression.replace('$response.body#/', '').split('/');
    return pointer.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
      body,
    );
  };
  const path = Object.entries(link.parameters ?? {}).map(([name, expression]) => [name, linked(expression)]);
  const given = Object.entries(link.requestBody ?? {}).map(([name, expression]) => [
    name,
    linked(expression),
  ]);
  if ([...path, ...given].some(([, value]) => value === undefined)) return undefined;
  const others = typeof made.body === 'object' ? made.body : {};
  return {
    ...made,
    path: { ...made.path, ...Object.fromEntries(path.map(([name, value]) => [name, String(value)])) },
    // Keep the venue of the linking request.
    header: { ...made.header, ...(request.header['X-Tenant'] && { 'X-Tenant': request.header['X-Tenant'] }) },
    ...(given.length > 0 && { body: { ...others, ...Object.fromEntries(given) } }),
  };
}
