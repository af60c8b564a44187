import assert from 'node:assert/strict';
import { test } from 'node:test';
import { full, type KubernetesObject, objectOf, ofKind, render } from './render.ts';

type Peer = { ipBlock?: { cidr: string; except: string[] }; namespaceSelector?: object };
type Rule = { to?: Peer[]; from?: Peer[]; ports: { protocol: string; port: number | string }[] };

const least = await render();
const whole = await render(full);
const rulesOf = (objects: KubernetesObject[], service: string, way: 'ingress' | 'egress'): Rule[] =>
  objectOf(objects, 'NetworkPolicy', service).spec[way] ?? [];
const isOut = (peer: Peer) => peer.ipBlock !== undefined;
/** The ports that a service reaches, but for DNS. */
const portsOf = (service: string, outside: boolean) =>
  rulesOf(least, service, 'egress')
    .filter(({ to }) => to?.some(isOut) === outside)
    .flatMap(({ ports }) => ports.map(({ port }) => port))
    .filter((port) => port !== 53);

test('nothing goes in or out of any pod of the release but what a policy names', () => {
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

test('each service reaches its own backings alone', () => {
  const [nats, postgresql, redis] = [4222, 5432, 6379];
  assert.deepEqual(portsOf('gateway', false), [nats]);
  assert.deepEqual(portsOf('catalog', false), [nats, postgresql]);
  assert.deepEqual(portsOf('availability', false), [nats, postgresql]);
  assert.deepEqual(portsOf('booking', false), [nats, postgresql, redis]);
  assert.deepEqual(portsOf('payment', false), [nats, postgresql]);
  assert.deepEqual(rulesOf(least, 'widget', 'egress'), []);
});

test('only payment, mail and webhooks leave the cluster', () => {
  for (const service of ['gateway', 'catalog', 'availability', 'widget'])
    assert.deepEqual(portsOf(service, true), [], service);
  assert.deepEqual(portsOf('payment', true), [443]);
  assert.deepEqual(portsOf('booking', true), [587, 443]);
});

test('what leaves the cluster does not reach private networks or a cloud’s metadata', () => {
  for (const service of ['payment', 'booking'])
    for (const { ipBlock } of rulesOf(least, service, 'egress').flatMap(({ to }) => to ?? []))
      if (ipBlock?.cidr === '0.0.0.0/0')
        for (const block of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'])
          assert.ok(ipBlock.except.includes(block));
});

test('guests reach gateway and widget, by way of the ingress controller', () => {
  const nginx = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } };
  for (const service of ['gateway', 'widget'])
    assert.deepEqual(rulesOf(least, service, 'ingress'), [
      { from: [nginx], ports: [{ protocol: 'TCP', port: 'http' }] },
    ]);
  for (const service of ['catalog', 'availability', 'booking', 'payment'])
    assert.deepEqual(rulesOf(least, service, 'ingress'), []);
});

test('Prometheus reaches what has metrics, once it is asked to', () => {
  const prometheus = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } };
  for (const service of ['catalog', 'availability', 'booking', 'payment', 'gateway']) {
    const [rule] = rulesOf(whole, service, 'ingress');
    assert.deepEqual(rule?.from?.at(-1), prometheus, service);
  }
  assert.equal(rulesOf(whole, 'widget', 'ingress')[0]?.from?.length, 1);
});

test('no policy at all when the cluster has others', async () => {
  assert.deepEqual(ofKind(await render({ networkPolicy: { enabled: false } }), 'NetworkPolicy'), []);
});
