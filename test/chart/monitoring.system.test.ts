import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { documentedAlerts, documentedMetrics, documentedQueues } from '../stack/monitoringPage.ts';
import { chartFolder, full, type KubernetesObject, objectOf, ofKind, podsOf, render } from './render.ts';

const whole = await render(full);
const ofPrometheus = ['ServiceMonitor', 'PrometheusRule'];

/** Labels that Prometheus adds, or that every series of ours has. */
const LABELS_OF_ALL = ['namespace', 'pod', 'service', 'le'];

/**
 * The entry of a metric in docs/monitoring.md, which other tests compare with the services. Undefined for
 * metrics of Node.
 */
const documented = (series: string) =>
  documentedMetrics.find(
    ({ name, type }) => name === (type === 'histogram' ? series.replace(/_(bucket|count|sum)$/, '') : series),
  );
const ofNode = [
  'process_start_time_seconds',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
];

/** Each metric in an expression, with its label matchers. */
const selectorsOf = (expression: string) =>
  [...expression.matchAll(/([a-z][a-z0-9_]+)\{([^}]*)\}/g)].map(([, name = '', matchers = '']) => ({
    name,
    matchers: Object.fromEntries(
      [...matchers.matchAll(/(\w+)=~?"([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]),
    ),
  }));

/** Every `expr` in an object, at any depth. */
const expressionsOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inside]) => (key === 'expr' ? [inside] : expressionsOf(inside)));

const dashboard = JSON.parse(ofKind(whole, 'ConfigMap')[0]?.data['venue-booking.json']);
const rules = ofKind(whole, 'PrometheusRule')[0];

test('alerts and dashboard use only metrics and labels that services have', async () => {
  for (const from of [rules, dashboard]) {
    const expressions = expressionsOf(from);
    assert.ok(expressions.length >= 15);
    for (const expression of expressions) {
      const selectors = selectorsOf(expression);
      assert.equal(
        selectors.length,
        expression.match(/\b(venue_booking|http|process|nodejs)_\w+/g)?.length,
        `each metric of ${expression} has label matchers`,
      );
      for (const { name, matchers } of selectors) {
        const metric = documented(name);
        if (!metric) assert.ok(ofNode.includes(name), `${name} in ${expression}`);
        assert.ok(matchers.namespace, expression);
        const { service, queue } = matchers;
        if (service && metric)
          for (const one of service.split('|')) assert.ok(metric.services.includes(one as never), expression);
        if (queue)
          for (const one of queue.split('|'))
            assert.ok(
              documentedQueues.some((it) => it.name === one && (!service || it.services.includes(service))),
              `queue ${one} in ${expression}`,
            );
        const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
          labels.split(/, */),
        );
        const labels = [...LABELS_OF_ALL, ...(metric?.labels ?? [])];
        for (const label of [...Object.keys(matchers), ...grouped])
          assert.ok(labels.includes(label), `${label} of ${name} in ${expression}`);
      }
    }
  }
});

test('metrics that every replica reports alike are never summed', () => {
  for (const expression of expressionsOf([rules, dashboard]))
    if (/venue_booking_(queue|consumer)_/.test(expression)) {
      assert.match(expression, /\bmax\b/);
      assert.doesNotMatch(expression, /\bsum\b/);
    }
});

test('each alert has a summary and a description, and docs/monitoring.md lists it with its metrics', () => {
  const alerts: KubernetesObject[] = rules?.spec.groups[0].rules;
  assert.deepEqual([...new Set(alerts.map(({ alert }) => alert))].sort(), documentedAlerts.toSorted());
  for (const { alert, expr, annotations, labels } of alerts) {
    assert.match(labels.severity, /^(critical|warning|info)$/);
    for (const said of [annotations.summary, annotations.description]) {
      assert.match(said, /^\S.*\.$/, alert);
      // The expression must keep the labels that Prometheus fills into the text.
      const grouped = /by \(([^)]*)\)/.exec(expr)?.[1]?.split(/, */) ?? [];
      for (const [, label = ''] of said.matchAll(/\{\{ \$labels\.(\w+) \}\}/g))
        assert.ok(grouped.includes(label), `${label} in ${alert}`);
    }
    const metrics = selectorsOf(expr).flatMap(({ name }) => documented(name) ?? []);
    for (const metric of metrics) assert.ok(metric.alerts.includes(alert), `${metric.name} names ${alert}`);
  }
  for (const { name, alerts: named } of documentedMetrics)
    for (const alert of named)
      assert.ok(
        alerts.some((it) => it.alert === alert && it.expr.includes(name)),
        `${alert} looks at ${name}`,
      );
});

test('examples of autoscaling use metrics that exist', () => {
  const readme = readFileSync(path.join(chartFolder, 'README.md'), 'utf8');
  const names = new Set(readme.match(/\bvenue_booking_\w+/g));
  assert.ok(names.size > 0);
  for (const name of names) assert.ok(documented(name), name);
  const asked = ofKind(whole, 'HorizontalPodAutoscaler')
    .flatMap(({ spec }) => spec.metrics)
    .filter(({ type }) => type === 'External');
  assert.equal(asked.length, 1);
  for (const { external } of asked)
    for (const label of Object.keys(external.metric.selector.matchLabels))
      assert.ok(
        [...LABELS_OF_ALL, ...(documented(external.metric.name)?.labels ?? [])].includes(label),
        `${label} of ${external.metric.name}`,
      );
});

test('there is a ServiceAway alert for each service', () => {
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

test('Prometheus finds all pods with metrics through a Service and reads their metrics port', () => {
  const [monitor] = ofKind(whole, 'ServiceMonitor');
  const service = objectOf(whole, 'Service', 'metrics') as KubernetesObject['spec'];
  for (const [label, value] of Object.entries(monitor?.spec.selector.matchLabels))
    assert.equal(service.metadata.labels[label], value);
  const [{ name, targetPort }] = service.spec.ports;
  assert.equal(monitor?.spec.endpoints[0].port, name);
  const found = podsOf(whole).filter(({ labels }) =>
    Object.entries(service.spec.selector).every(([label, value]) => labels[label] === value),
  );
  assert.deepEqual(found.map(({ labels }) => labels['app.kubernetes.io/component']).toSorted(), [
    'availability',
    'booking',
    'catalog',
    'gateway',
    'payment',
  ]);
  for (const { spec } of found)
    assert.ok(spec.containers[0].ports.some(({ name }: KubernetesObject['spec']) => name === targetPort));
});

test('there is nothing of the Prometheus operator in a cluster without it', async () => {
  const objects = await render(full, { prometheusOperator: false });
  for (const kind of ofPrometheus) assert.deepEqual(ofKind(objects, kind), [], kind);
  assert.throws(() => objectOf(objects, 'Service', 'metrics'));
  assert.equal(ofKind(objects, 'ConfigMap').length, 1);
});

test('there is nothing for Prometheus and Grafana by default', async () => {
  const objects = await render();
  for (const kind of [...ofPrometheus, 'ConfigMap']) assert.deepEqual(ofKind(objects, kind), [], kind);
});
