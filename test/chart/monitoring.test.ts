import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '@venue-booking/kit/health';
import { httpMetrics } from '../../services/gateway/httpMetrics.ts';
import { full, type KubernetesObject, objectOf, ofKind, render } from './render.ts';

const whole = await render(full);
const ofPrometheus = ['ServiceMonitor', 'PodMonitor', 'PrometheusRule'];

/** Names of all series of a registry. */
const seriesOf = async (registry: ReturnType<typeof createMetrics>) =>
  [...(await registry.metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [`${name}`],
  );

/** Every `expr` in an object, however deep. */
const expressionsOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inside]) => (key === 'expr' ? [inside] : expressionsOf(inside)));

const dashboard = JSON.parse(ofKind(whole, 'ConfigMap')[0]?.data['venue-booking.json']);
const rules = ofKind(whole, 'PrometheusRule')[0];

test('alerts and dashboard ask for metrics that the services have', async () => {
  const ofService = await seriesOf(createMetrics('booking'));
  const gateway = createMetrics('gateway');
  httpMetrics(gateway);
  const ofGateway = await seriesOf(gateway);
  for (const from of [rules, dashboard]) {
    const expressions = expressionsOf(from);
    assert.ok(expressions.length >= 7);
    for (const expression of expressions)
      for (const [, name = '', labels = ''] of expression.matchAll(/([a-z][a-z0-9_]+)\{([^}]*)\}/g)) {
        const there = labels.includes('service="gateway"') ? ofGateway : ofService;
        assert.ok(there.includes(name), `${name} in ${expression}`);
        assert.match(labels, /namespace=/);
      }
  }
});

test('there is an alert for each service that nobody hears of', () => {
  const away = rules?.spec.groups[0].rules.filter(
    ({ alert }: KubernetesObject) => alert === 'VenueBookingServiceAway',
  );
  assert.deepEqual(away.map(({ labels }: KubernetesObject) => labels.service).toSorted(), [
    'availability',
    'booking',
    'catalog',
    'gateway',
    'payment',
  ]);
});

test('Prometheus reads the gateway by its Service and the others by their pods, where each serves metrics', () => {
  const [monitor] = ofKind(whole, 'ServiceMonitor');
  const selector = monitor?.spec.selector.matchLabels;
  const labels = objectOf(whole, 'Service', 'gateway').metadata as KubernetesObject['spec'];
  for (const [label, value] of Object.entries(selector)) assert.equal(labels.labels[label], value);
  for (const service of ['catalog', 'availability', 'booking', 'payment']) {
    const { spec } = objectOf(whole, 'PodMonitor', service);
    const { metadata, spec: pod } = objectOf(whole, 'Deployment', service).spec.template;
    for (const [label, value] of Object.entries(spec.selector.matchLabels))
      assert.equal(metadata.labels[label], value);
    assert.equal(spec.podMetricsEndpoints[0].port, pod.containers[0].ports[0].name);
  }
});

test('nothing for Prometheus’ operator in a cluster without it', async () => {
  const objects = await render(full, { prometheusOperator: false });
  for (const kind of ofPrometheus) assert.deepEqual(ofKind(objects, kind), [], kind);
  assert.equal(ofKind(objects, 'ConfigMap').length, 1);
});

test('nothing for Prometheus and Grafana unless it is asked for', async () => {
  const objects = await render();
  for (const kind of [...ofPrometheus, 'ConfigMap']) assert.deepEqual(ofKind(objects, kind), [], kind);
});
