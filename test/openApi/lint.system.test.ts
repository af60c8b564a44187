import assert from 'node:assert/strict';
import { failures } from '@venue-booking/proto/failures';
import { beforeAll, describe, it } from 'vitest';
import { openGateway } from '../../services/gateway/testing/testGateway.ts';
import { importTool } from './tools.ts';

type Redocly = {
  createConfig(config: object): Promise<unknown>;
  lintFromString(options: {
    source: string;
    absoluteRef: string;
    config: unknown;
  }): Promise<{ ruleId: string; message: string; location: { pointer?: string }[] }[]>;
};
type Spectral = {
  Spectral: new () => {
    setRuleset(rules: object): void;
    run(source: object): Promise<{ code: string; message: string; path: string[] }[]>;
  };
};
type Document = {
  tags: { name: string }[];
  info: { license?: object };
  components: { schemas: Record<string, { enum?: string[]; description?: string }> };
  paths: Record<
    string,
    Record<
      string,
      {
        security?: object[];
        requestBody?: { content: object };
        responses: Record<string, { headers?: object; links?: object; content?: object }>;
      }
    >
  >;
};

type Field = {
  properties?: Record<string, { examples?: unknown[] }>;
  maximum?: number;
  minimum?: number;
  pattern?: string;
};
type Layer = {
  route?: { path: string | RegExp | (string | RegExp)[]; methods: Record<string, boolean> };
  handle?: { stack?: Layer[] };
};

/**
 * The routes of an Express application below /api, as `get /api/…`. Skips the handlers that reject other
 * methods.
 */
const routesOf = (layers: Layer[]): string[] =>
  layers.flatMap(({ route, handle }) => {
    if (!route) return routesOf(handle?.stack ?? []);
    const paths = [route.path].flat().map(String);
    return ['get', 'post', 'put', 'patch', 'delete']
      .filter((method) => route.methods[method] && !route.methods.purge)
      .flatMap((method) => paths.map((path) => `${method} ${path}`))
      .filter((name) => name.includes(' /api/'));
  });

describe('OpenAPI description', () => {
  let description: Document;
  let routes: string[];
  let byRedocly: (document: Document) => Promise<string[]>;
  let bySpectral: (document: Document) => Promise<string[]>;
  beforeAll(async () => {
    await using gateway = await openGateway({ catalog: {}, availability: {}, booking: {}, payment: {} });
    description = (await gateway.call('GET', '/openapi.json')).body;
    routes = routesOf(gateway.app.router.stack as unknown as Layer[]);
    const redocly = await importTool<Redocly>('@redocly/openapi-core/lib/index.js');
    const config = await redocly.createConfig({ extends: ['recommended-strict'] });
    byRedocly = async (document) => {
      const found = await redocly.lintFromString({
        source: JSON.stringify(document),
        absoluteRef: 'openapi.json',
        config,
      });
      return found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
    };
    const core = await importTool<{ default: Spectral }>('@stoplight/spectral-core/dist/index.js');
    const sets = await importTool<{ default: { oas: object } }>('@stoplight/spectral-rulesets/dist/index.js');
    bySpectral = async (document) => {
      const spectral = new core.default.Spectral();
      spectral.setRuleset({ extends: sets.default.oas });
      const found = await spectral.run(document);
      return found.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`);
    };
  });

  it('passes Redocly’s strict rules without a message', async () => {
    assert.deepEqual(await byRedocly(description), []);
  });

  it('passes Spectral’s OpenAPI rules without a message', async () => {
    assert.deepEqual(await bySpectral(description), []);
  });

  it('fails both linters if it has a fault', async () => {
    const faulty = structuredClone(description);
    delete faulty.info.license;
    assert.match((await byRedocly(faulty)).join(), /info-license/);
    faulty.tags.pop();
    assert.match((await bySpectral(faulty)).join(), /operation-tag-defined/);
  });

  it('requires no credentials for public operations, tickets and sign-in, and a token or session for all others', () => {
    for (const [path, item] of Object.entries(description.paths))
      for (const { security = [] } of Object.values(item)) {
        const schemes = security.flatMap(Object.keys);
        if (/^\/(tickets|api\/(site|admin\/sign-(in|up)))\b/.test(path)) assert.deepEqual(schemes, [], path);
        else if (/^\/api\/admin\/sessions?(\/|$)/.test(path)) assert.deepEqual(schemes, ['session'], path);
        else assert.deepEqual(schemes, ['bearer', 'session'], path);
      }
  });

  it('describes every route below /api, including those without JSON', () => {
    const described = Object.entries(description.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    assert.deepEqual(
      routes.filter((route) => !described.includes(route)),
      [],
    );
    for (const route of ['post /api/admin/venues/:slug/images', 'get /api/admin/venues/:slug/live'])
      assert.ok(routes.includes(route), route);
    const { '/api/admin/venues/{slug}/live': live, '/api/admin/venues/{slug}/images': images } =
      description.paths;
    assert.deepEqual(Object.keys(live?.get?.responses[200]?.content ?? {}), ['text/event-stream']);
    assert.ok(Object.keys(images?.post?.requestBody?.content ?? {}).includes('image/avif'));
  });

  it('names each schema once', () => {
    const names = Object.keys(description.components.schemas);
    assert.deepEqual(
      names.filter((name) => name.endsWith('Output')),
      [],
    );
    const texts = Object.entries(description.components.schemas)
      .map(([name, schema]) => [name, JSON.stringify(schema)])
      .filter(([, text = '']) => text.length > 120);
    const firstWith = new Map(texts.toReversed().map(([name, text]) => [text, name]));
    const again = texts.filter(([name, text]) => firstWith.get(text) !== name);
    assert.deepEqual(
      again.map(([name, text]) => [firstWith.get(text), name]),
      [],
    );
    for (const name of ['Site', 'DaySlots', 'Slot', 'Booking', 'BookingResponse', 'Venue', 'AdminBooking'])
      assert.ok(names.includes(name), name);
  });

  it('has an example for each plain field, and no generated bounds or patterns', () => {
    const without: string[] = [];
    const visit = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties = {}, maximum = 0, minimum = 0, pattern = '' } = node as Field;
      assert.ok(Number.isSafeInteger(maximum * 2) && Number.isSafeInteger(minimum * 2), at);
      assert.ok(pattern.length < 100, `${at}: ${pattern}`);
      for (const [name, field] of Object.entries(properties)) {
        const text = JSON.stringify(field);
        const isPlain = !/"(\$ref|properties|enum|const)":|"type":"(boolean|object)"/.test(text);
        if (isPlain && !field.examples?.length) without.push(`${at}.${name}`);
      }
      for (const [name, inner] of Object.entries(node)) visit(inner, `${at}.${name}`);
    };
    visit(description.components.schemas, 'schemas');
    // No examples for values that browsers and the widget generate.
    const byHand = without.filter((at) => !/Passkey|ProofChallenge|proof_of_work|ticket_hashes/.test(at));
    assert.deepEqual(byHand, []);
  });

  it('lists every Error-Code, and every failure response has the header', () => {
    const { enum: codes = [], description: text = '' } = description.components.schemas.ErrorCode ?? {};
    assert.deepEqual(codes.toSorted(), Object.keys(failures).sort());
    assert.match(text, /^- `slot_full` \(422\): This time is full\. Choose another one\.$/m);
    for (const [path, item] of Object.entries(description.paths))
      for (const { responses } of Object.values(item))
        for (const [status, { headers = {} }] of Object.entries(responses))
          assert.equal('Error-Code' in headers, Number(status) >= 400, `${path} ${status}`);
  });

  it('links only to operations that exist', () => {
    const operations = Object.values(description.paths).flatMap(Object.values) as {
      operationId: string;
      responses: Record<string, { links?: Record<string, { operationId: string }> }>;
    }[];
    const ids = operations.map(({ operationId }) => operationId);
    const links = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ links = {} }) => Object.values(links)),
    );
    assert.ok(links.length > 20);
    for (const { operationId } of links) assert.ok(ids.includes(operationId), operationId);
    for (const id of ['createBooking', 'checkInTicket', 'showBooking', 'patchFacility', 'refundBooking'])
      assert.ok(
        links.some(({ operationId }) => operationId === id),
        id,
      );
  });
});
