import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  chartFolder,
  full,
  helm,
  type KubernetesObject,
  least as minimum,
  objectOf,
  ofKind,
  podsOf,
  render,
  type Values,
} from './render.ts';

const servicesOf = (objects: KubernetesObject[], kind: string) =>
  ofKind(objects, kind).map(({ metadata }) => metadata.name.replace('tickets-venue-booking-', ''));
const booking = (values: Values): Values => ({ services: { booking: values } });
const least = await render();
const whole = await render(full);

test('every service has a Deployment, and only gateway and widget have a Service', () => {
  const services = ['availability', 'booking', 'catalog', 'gateway', 'payment', 'widget'];
  assert.deepEqual(servicesOf(least, 'Deployment').toSorted(), services);
  assert.deepEqual(servicesOf(least, 'Service').toSorted(), ['gateway', 'widget']);
});

test('Services lead to the http port and to no other', () => {
  for (const service of servicesOf(least, 'Service')) {
    const { ports, type } = objectOf(least, 'Service', service).spec;
    assert.deepEqual(ports, [{ name: 'http', port: 80, targetPort: 'http' }]);
    assert.equal(type, 'ClusterIP');
  }
});

test('selectors match only pods of their own service', () => {
  for (const service of servicesOf(least, 'Deployment')) {
    const { spec } = objectOf(least, 'Deployment', service);
    const selector = spec.selector.matchLabels;
    assert.equal(selector['app.kubernetes.io/component'], service);
    for (const [label, value] of Object.entries(selector))
      assert.equal(spec.template.metadata.labels[label], value);
    assert.deepEqual(objectOf(least, 'PodDisruptionBudget', service).spec.selector.matchLabels, selector);
    for (const spread of spec.template.spec.topologySpreadConstraints)
      assert.deepEqual(spread.labelSelector.matchLabels, selector);
  }
  for (const service of servicesOf(least, 'Service'))
    assert.equal(objectOf(least, 'Service', service).spec.selector['app.kubernetes.io/component'], service);
});

test('there is no PodDisruptionBudget for a single replica', async () => {
  const objects = await render(booking({ replicas: 1 }));
  assert.deepEqual(servicesOf(objects, 'PodDisruptionBudget').toSorted(), [
    'availability',
    'catalog',
    'gateway',
    'payment',
    'widget',
  ]);
});

test('there is no PodDisruptionBudget when autoscaling may go down to one pod, whatever the replicas', async () => {
  const objects = await render(booking({ replicas: 3, autoscaling: { enabled: true, minReplicas: 1 } }));
  assert.ok(!servicesOf(objects, 'PodDisruptionBudget').includes('booking'));
});

test('autoscaled Deployments have no replicas that an upgrade would reset', () => {
  assert.deepEqual(servicesOf(whole, 'HorizontalPodAutoscaler').toSorted(), ['booking', 'gateway']);
  assert.equal(objectOf(whole, 'Deployment', 'booking').spec.replicas, undefined);
  assert.equal(objectOf(whole, 'Deployment', 'catalog').spec.replicas, 2);
});

test('autoscaling uses the depth of a queue only when its metric is named', () => {
  const typesOf = (service: string) =>
    objectOf(whole, 'HorizontalPodAutoscaler', service).spec.metrics.map(
      ({ type }: { type: string }) => type,
    );
  assert.deepEqual(typesOf('gateway'), ['Resource']);
  assert.deepEqual(typesOf('booking'), ['Resource', 'External']);
});

test('nothing is reachable from outside the cluster by default', () => {
  for (const kind of ['Ingress', 'HTTPRoute']) assert.deepEqual(ofKind(least, kind), []);
});

const hosts = ['book.example.com', '*.venues.example.com', 'tickets.example.org'];

test('an Ingress routes the public host, venue subdomains and custom domains', () => {
  const [ingress] = ofKind(whole, 'Ingress');
  assert.deepEqual(
    ingress?.spec.rules.map(({ host }: { host: string }) => host),
    hosts,
  );
  for (const { http } of ingress?.spec.rules ?? [])
    assert.deepEqual(
      http.paths.map(({ path, backend }: KubernetesObject) => [path, backend.service.name]).toSorted(),
      [
        ['/', 'tickets-venue-booking-gateway'],
        ['/widget', 'tickets-venue-booking-widget'],
      ],
    );
});

test('an HTTPRoute routes the same hosts to the same Services', () => {
  const [route] = ofKind(whole, 'HTTPRoute');
  assert.deepEqual(route?.spec.hostnames, hosts);
  assert.deepEqual(
    route?.spec.rules
      .map((rule: KubernetesObject) => [rule.matches[0].path.value, rule.backendRefs[0].name])
      .toSorted(),
    [
      ['/', 'tickets-venue-booking-gateway'],
      ['/widget', 'tickets-venue-booking-widget'],
    ],
  );
});

test('hosts beyond the maximum of one HTTPRoute are in another', async () => {
  const customDomains = Array.from({ length: 40 }, (_, n) => `venue-${n}.example`);
  const httpRoute = { enabled: true, parentRefs: [{ name: 'public' }] };
  const routes = ofKind(await render({ httpRoute, customDomains }), 'HTTPRoute');
  assert.deepEqual(
    routes.flatMap(({ spec }) => spec.hostnames),
    ['book.example.com', ...customDomains],
  );
  for (const { spec } of routes) assert.ok(spec.hostnames.length <= 16);
  assert.equal(new Set(routes.map(({ spec }) => JSON.stringify(spec.rules))).size, 1);
});

test('a host that is named twice is routed once', async () => {
  const customDomains = ['book.example.com', 'a.example'];
  const [ingress] = ofKind(await render({ ingress: { enabled: true }, customDomains }), 'Ingress');
  assert.deepEqual(
    ingress?.spec.rules.map(({ host }: { host: string }) => host),
    customDomains,
  );
});

test('the port of the public URL is not part of the host', async () => {
  const objects = await render({ publicUrl: 'https://book.example.com:8443', ingress: { enabled: true } });
  assert.equal(ofKind(objects, 'Ingress')[0]?.spec.rules[0].host, 'book.example.com');
});

test('a digest overrides the tag of an image', () => {
  const imageOf = (service: string) =>
    objectOf(whole, 'Deployment', service).spec.template.spec.containers[0].image;
  assert.match(imageOf('booking'), /^registry[.]example[.]com[/]venue-booking@sha256:0123/);
  assert.equal(imageOf('widget'), 'registry.example.com/venue-booking-widget:1.2.3');
});

test('gateway and widget serve guests until proxies have removed them, and have time to stop afterwards', async () => {
  for (const shutdownDelaySeconds of [0, 5, 30]) {
    const objects = await render({ shutdownDelaySeconds });
    for (const { metadata, spec } of ofKind(objects, 'Deployment')) {
      const pod = spec.template.spec;
      const [{ lifecycle, env }] = pod.containers;
      const sleeps = metadata.name.endsWith('widget') && shutdownDelaySeconds > 0;
      assert.equal(lifecycle?.preStop.sleep.seconds, sleeps ? shutdownDelaySeconds : undefined);
      const delay = env.find(({ name }: { name: string }) => name === 'SHUTDOWN_DELAY_MS')?.value;
      const leaves = metadata.name.endsWith('gateway');
      assert.equal(delay, leaves ? String(shutdownDelaySeconds * 1000) : undefined);
      assert.ok(pod.terminationGracePeriodSeconds > shutdownDelaySeconds + 15);
    }
  }
});

test('every pod has the settings for all pods', () => {
  for (const { name, spec } of podsOf(whole)) {
    assert.equal(spec.priorityClassName, 'guests', name);
    assert.ok(spec.affinity.nodeAffinity && spec.tolerations.length === 1 && spec.nodeSelector, name);
    assert.deepEqual(spec.imagePullSecrets, [{ name: 'registry' }], name);
  }
  for (const { kind, metadata, spec } of whole as KubernetesObject[])
    if (['Deployment', 'Job', 'Pod'].includes(kind)) {
      const { annotations }: KubernetesObject['spec'] = kind === 'Pod' ? metadata : spec.template.metadata;
      assert.equal(annotations['cluster-autoscaler.kubernetes.io/safe-to-evict'], 'true', kind);
    }
});

test('pods, Services and routes have the labels and annotations of the values', () => {
  for (const { name, labels } of podsOf(whole)) assert.equal(labels['example.com/team'], 'tickets', name);
  const annotationsOf = ({ metadata }: KubernetesObject) =>
    Object.keys((metadata as KubernetesObject['spec']).annotations ?? {});
  for (const service of ['gateway', 'widget'])
    assert.deepEqual(annotationsOf(objectOf(whole, 'Service', service)), ['cloud.google.com/backend-config']);
  assert.deepEqual(ofKind(whole, 'HTTPRoute').map(annotationsOf), [['external-dns.alpha.kubernetes.io/ttl']]);
});

test('an upgrade starts a new pod before it stops an old one', () => {
  for (const { spec } of ofKind(least, 'Deployment'))
    assert.deepEqual(spec.strategy.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 });
});

test('the notes describe the next steps', async () => {
  const notesOf = async (values: Values) => {
    const args = ['install', 'tickets', chartFolder, '--dry-run=client', '-f', '-'];
    const { status, stdout, stderr } = await helm(args, values);
    assert.equal(status, 0, stderr);
    return stdout.slice(stdout.indexOf('NOTES:'));
  };
  const notes = await notesOf(full);
  assert.match(notes, /helm test tickets/);
  for (const host of hosts) assert.ok(notes.includes(`\n   ${host}\n`), notes);
  assert.match(notes, /This cluster has no Prometheus operator/);
  assert.match(notes, /https:[/][/]cdn.example.com[/]booking[/]example.html/);
  const inside = await notesOf(minimum);
  assert.match(inside, /load the widget from https:[/][/]book.example.com[/]widget \(widgetUrl\)/);
  assert.match(inside, /set ingress.enabled or httpRoute.enabled/);
  assert.match(inside, /port-forward service\/tickets-venue-booking-gateway/);
});
