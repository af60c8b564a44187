import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { call } from '../../stack/api.ts';
import { documentedMetrics, documentedQueues } from '../../stack/monitoringPage.ts';
import { SERVICES, type Stack } from '../../stack/stack.ts';

/** Endpoints for developers and operators. */
export function operatorEndpoints(stack: () => Stack): void {
  describe('developer and operator endpoints', () => {
    it('reports liveness, readiness and metrics', async () => {
      const { url } = stack().api;
      assert.equal((await call(`${url}/livez`)).status, 200);
      assert.equal((await call(`${url}/readyz`)).status, 200);
      const metrics = await call(`${url}/metrics`);
      assert.equal(metrics.status, 200);
      assert.match(metrics.text, /^process_cpu_seconds_total/m);
      assert.match(metrics.text, /^http_requests_total\{/m);
    });

    it('lists each service behind the gateway for the operator', async () => {
      const { status, body } = await stack().api.admin('GET', '/services');
      assert.equal(status, 200);
      assert.deepEqual(
        body.map(({ service, answers }: { service: string; answers: boolean }) => [service, answers]).sort(),
        SERVICES.filter((name) => name !== 'gateway')
          .map((service) => [service, true])
          .sort(),
      );
    });

    it('finds a venue by a part of its slug, name or domain, and matches wildcards literally', async () => {
      const { api } = stack();
      const word = `q${Math.random().toString(36).slice(2)}`;
      const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name}-${word}`);
      await api.admin('POST', '/venues', { slug: a, name: 'By slug' });
      await api.admin('POST', '/venues', {
        slug: `${word.slice(0, 4)}-b`,
        name: `By Name ${b?.toUpperCase()}`,
      });
      const domains = [`${c}.example.com`];
      await api.admin('POST', '/venues', { slug: `${word.slice(0, 4)}-c`, name: 'By domain', domains });
      const found = async (q: string) =>
        (await api.admin('GET', `/venues?q=${encodeURIComponent(q)}`)).body.map(
          (it: { name: string }) => it.name,
        );
      assert.deepEqual(await found(word), ['By slug', `By Name ${b?.toUpperCase()}`, 'By domain']);
      assert.deepEqual(await found(`${word}%`), []);
      assert.deepEqual(await found(word.replace(/.$/, '_')), []);
    });

    it('exposes exactly the metrics in docs/monitoring.md', async () => {
      const inOneProcess = stack().natsUrl === undefined;
      const pages = await Promise.all(
        SERVICES.map(async (service) => ({ service, ...(await stack().metricsOf(service)) })),
      );
      for (const { service, types, series } of pages) {
        const documented = documentedMetrics.filter(
          ({ services }) => inOneProcess || services.includes(service),
        );
        const ours = [...types].filter(([name]) => !/^(process|nodejs)_/.test(name));
        assert.deepEqual(ours.sort(), documented.map(({ name, type }) => [name, type]).sort(), service);
        for (const { name, labels } of series) {
          const metric = documented.find((it) => name.startsWith(it.name));
          if (!metric) continue;
          assert.ok(metric.services.includes(service), `${name} of ${service}`);
          const given = Object.keys(labels).filter((label) => label !== 'service' && label !== 'le');
          assert.deepEqual(given.sort(), metric.labels.toSorted(), name);
        }
        const queues = series.filter(({ name }) => name === 'venue_booking_queue_items');
        assert.deepEqual(
          queues.map(({ labels }) => labels.queue).sort(),
          documentedQueues
            .filter(({ services }) => services.includes(service))
            .map(({ name }) => name)
            .sort(),
          service,
        );
      }
      const ready = pages.filter((page) => page.read('venue_booking_ready') === 1);
      assert.deepEqual(
        ready.map(({ service }) => service),
        inOneProcess ? ['gateway'] : SERVICES,
      );
    });

    it('describes the five public operations with their real statuses and one Error schema', async () => {
      const { body } = await call(`${stack().api.url}/openapi.json`);
      assert.match(body.openapi, /^3\.1\./);
      const statuses = (path: string, method: string) =>
        Object.keys(body.paths[path][method].responses)
          .map(Number)
          .filter((status) => status < 500);
      assert.deepEqual(statuses('/api/site/facilities', 'get'), [200, 304, 400, 403, 429]);
      assert.deepEqual(statuses('/api/site/facilities/{id}/slots', 'get'), [200, 304, 400, 403, 404, 429]);
      assert.deepEqual(
        statuses('/api/site/facilities/{id}/availability', 'get'),
        [200, 304, 400, 403, 404, 429],
      );
      assert.deepEqual(statuses('/api/site/slots/{id}', 'get'), [200, 304, 400, 403, 404, 429]);
      assert.deepEqual(statuses('/api/site/bookings', 'post'), [201, 400, 403, 409, 413, 415, 422, 429]);
      assert.deepEqual(body.components.schemas.Error.required, ['error']);
      const said = (path: string, method: string, status: number) =>
        body.paths[path][method].responses[status].description;
      assert.match(said('/api/site/facilities/{id}/slots', 'get', 404), /Unknown facility/);
      assert.match(said('/api/site/slots/{id}', 'get', 404), /Unknown slot/);
      assert.match(said('/api/admin/venues', 'post', 409), /Slug or domain taken/);
      assert.deepEqual(Object.keys(body.paths['/api/site/bookings'].post.responses[429].headers), [
        'Error-Code',
        'Retry-After',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
      ]);
      const text = JSON.stringify(body);
      // Responses allow additional properties, because a generated client must accept what later versions
      // add.
      const answers = Object.values(body.paths).flatMap((item) =>
        Object.values(item as Record<string, { responses: object }>).map(({ responses }) => responses),
      );
      const facilities = body.paths['/api/site/facilities'].get.responses[200].content['application/json'];
      assert.doesNotMatch(
        JSON.stringify([answers, body.components.schemas.Booking]),
        /"additionalProperties":false/,
      );
      assert.equal(facilities.schema.$ref, '#/components/schemas/Site');
      for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
        assert.ok(name && body.components.schemas[name]);
    });

    it('serves the API page without external resources', async () => {
      const page = await call(`${stack().api.url}/docs`, { headers: { Accept: 'text/html' } });
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.text, /(src|href)="https?:/);
    });

    it('passes a trace id through', async () => {
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const { headers } = await stack().api.get('', '/facilities', { traceparent });
      assert.match(headers.get('traceparent') ?? '', /^00-0af7651916cd43dd8448eb211c80319c-/);
    });
  });
}
