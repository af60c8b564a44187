import assert from 'node:assert/strict';
import { test } from 'vitest';
import { full, type KubernetesObject, objectOf, ofKind, render } from './render.ts';

type Peer = { ipBlock?: { cidr: string; except: string[] }; namespaceSelector?: object };
type Rule = { to?: Peer[]; from?: Peer[]; ports: { protocol: string; port: number | string }[] };

const least = await render();
const whole = await render(full);
const rulesOf = (objects: KubernetesObject[], service: string, way: 'ingress' | 'egress'): Rule[] =>
  objectOf(objects, 'NetworkPolicy', service).spec[way] ?? [];
const isOut = (peer: Peer) => peer.ipBlock !== undefined;
/** The ports to which a service can connect, inside or outside the cluster, without DNS. */
const portsOf = (service: string, outside: boolean) =>
  rulesOf(least, service, 'egress')
    .filter(({ to }) => to?.some(isOut) === outside)
    .flatMap(({ ports }) => ports.map(({ port }) => port))
    .filter((port) => port !== 53);

test('pods of the release have no traffic except what a policy allows', () => {
  const deny = ofKind(least, 'NetworkPolicy').find(
    ({ metadata }) => metadata.name === 'tickets-venue-booking',
  );
  assert.deepEqual(deny?.spec, {
    podSelector: {
      matchLabels: { 'app.kubernetes.io/name': 'venue-booking', 'app.kubernetes.io/instance': 'tickets' },
    },
    policyTypes: ['Ingress', 'Egress'],
  });
});

test('each service can connect only to its own backings', () => {
  const [nats, postgresql, redis] = [4222, 5432, 6379];
  assert.deepEqual(portsOf('gateway', false), [nats]);
  assert.deepEqual(portsOf('catalog', false), [nats, postgresql]);
  assert.deepEqual(portsOf('availability', false), [nats, postgresql]);
  assert.deepEqual(portsOf('booking', false), [nats, postgresql, redis]);
  assert.deepEqual(portsOf('payment', false), [nats, postgresql]);
  assert.deepEqual(rulesOf(least, 'widget', 'egress'), []);
});

test('only payments, mail and webhooks leave the cluster', () => {
  for (const service of ['gateway', 'catalog', 'availability', 'widget'])
    assert.deepEqual(portsOf(service, true), [], service);
  assert.deepEqual(portsOf('payment', true), [443]);
  assert.deepEqual(portsOf('booking', true), [587, 443]);
});

test('traffic out of the cluster does not reach private networks or cloud metadata', () => {
  for (const service of ['payment', 'booking'])
    for (const { ipBlock } of rulesOf(least, service, 'egress').flatMap(({ to }) => to ?? []))
      if (ipBlock?.cidr === '0.0.0.0/0')
        for (const block of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'])
          assert.ok(ipBlock.except.includes(block));
});

test('guests reach gateway and widget only through the ingress controller, at the http port', async () => {
  const withoutTest = await render({ smokeTest: { enabled: false } });
  const nginx = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } };
  for (const service of ['gateway', 'widget'])
    assert.deepEqual(rulesOf(withoutTest, service, 'ingress'), [
      { from: [nginx], ports: [{ protocol: 'TCP', port: 'http' }] },
    ]);
  for (const service of ['catalog', 'availability', 'booking', 'payment'])
    assert.deepEqual(rulesOf(least, service, 'ingress'), []);
});

test('Prometheus reaches pods with metrics once monitoring is enabled', () => {
  const prometheus = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } };
  for (const service of ['catalog', 'availability', 'booking', 'payment', 'gateway']) {
    const [rule] = rulesOf(whole, service, 'ingress');
    assert.deepEqual(rule, { from: [prometheus], ports: [{ protocol: 'TCP', port: 'health' }] }, service);
  }
  assert.deepEqual(
    rulesOf(whole, 'widget', 'ingress').flatMap(({ ports }) => ports.map(({ port }) => port)),
    ['http'],
  );
});

const podsNamed = (component: string) => ({
  podSelector: {
    matchLabels: {
      'app.kubernetes.io/component': component,
      'app.kubernetes.io/instance': 'tickets',
      'app.kubernetes.io/name': 'venue-booking',
    },
  },
});

test('the smoke test can connect only to the gateway and the widget, as a guest does', () => {
  const toGateway = rulesOf(least, 'smoke-test', 'egress').filter(({ ports }) => ports[0]?.port !== 53);
  const ports = [{ protocol: 'TCP', port: 'http' }];
  assert.deepEqual(toGateway, [{ to: [podsNamed('gateway'), podsNamed('widget')], ports }]);
  assert.deepEqual(rulesOf(least, 'smoke-test', 'ingress'), []);
  for (const service of ['gateway', 'widget']) {
    const [rule] = rulesOf(least, service, 'ingress');
    assert.deepEqual([rule?.from?.at(-1), rule?.ports], [podsNamed('smoke-test'), ports]);
  }
});

test('migrations can connect only to the database, at the peers that are set for it', () => {
  const portsOut = (objects: KubernetesObject[]) =>
    rulesOf(objects, 'migrations', 'egress').flatMap(({ ports }) => ports.map(({ port }) => port));
  assert.deepEqual(portsOut(least), [53, 53, 5432]);
  assert.deepEqual(portsOut(whole), [53, 53, 5432]);
  assert.deepEqual(rulesOf(whole, 'migrations', 'egress').at(-1)?.to, [
    { ipBlock: { cidr: '10.20.0.5/32' } },
  ]);
  assert.deepEqual(rulesOf(least, 'migrations', 'ingress'), []);
});

test('catalog can connect to the bucket for images once there is one', () => {
  const portsOut = (objects: KubernetesObject[]) =>
    rulesOf(objects, 'catalog', 'egress').flatMap(({ ports }) => ports.map(({ port }) => port));
  assert.deepEqual(portsOut(least), [53, 53, 4222, 5432]);
  assert.deepEqual(portsOut(whole), [53, 53, 4222, 6432, 443]);
});

test('the gateway can connect to the identity provider once there is one', () => {
  const portsOut = (objects: KubernetesObject[]) =>
    rulesOf(objects, 'gateway', 'egress').flatMap(({ ports }) => ports.map(({ port }) => port));
  assert.deepEqual(portsOut(least), [53, 53, 4222]);
  assert.deepEqual(portsOut(whole), [53, 53, 4222, 443]);
});

test('there are no policies when they are disabled', async () => {
  assert.deepEqual(ofKind(await render({ networkPolicy: { enabled: false } }), 'NetworkPolicy'), []);
});

test('an empty list of peers allows nobody, not everybody', async () => {
  const nobody = { peers: [] };
  const to = { webhooks: nobody, providers: nobody, smtp: nobody };
  const objects = await render({ networkPolicy: { to, dnsTo: [] } });
  for (const { spec } of ofKind(objects, 'NetworkPolicy'))
    for (const { to, from } of [...(spec.egress ?? []), ...(spec.ingress ?? [])])
      assert.ok((to ?? from)?.length > 0);
  const portsOut = (service: string) =>
    rulesOf(objects, service, 'egress').flatMap(({ ports }) => ports.map(({ port }) => port));
  assert.deepEqual(portsOut('booking'), [4222, 5432, 6379]);
  assert.deepEqual(portsOut('payment'), [4222, 5432]);
});

test('DNS rules use the ports that are set', async () => {
  const objects = await render({ networkPolicy: { dnsPorts: [5353] } });
  for (const service of ['gateway', 'migrations', 'smoke-test'])
    assert.deepEqual(rulesOf(objects, service, 'egress')[0]?.ports, [
      { protocol: 'UDP', port: 5353 },
      { protocol: 'TCP', port: 5353 },
    ]);
});
