import assert from 'node:assert/strict';
import path from 'node:path';
import { bookingEnv } from '@venue-booking/booking/env';
import { gatewayEnv } from '@venue-booking/gateway/env';
import { readEnv } from '@venue-booking/kit/settings/env';
import { paymentEnv } from '@venue-booking/payment/env';
import { test } from 'vitest';
import { chartFolder, dev, helm, type KubernetesObject, objectOf, ofKind, podsOf, render } from './render.ts';

type Fields = KubernetesObject['spec'];
const objects = await render(dev);
const backings = ['nats', 'postgresql', 'redis', 'smtp'];
const made = ofKind(objects, 'Secret')[0]?.stringData;
/** The environment of a service, with the values of the Secret filled in. */
const envOf = (service: string) =>
  Object.fromEntries(
    objectOf(objects, 'Deployment', service).spec.template.spec.containers[0].env.map(
      ({ name, value, valueFrom }: Fields) => [name, value ?? made[valueFrom.secretKeyRef.key]],
    ),
  );

test('values-dev.yaml is enough to install a development release', async () => {
  const values = path.join(chartFolder, 'values-dev.yaml');
  const { status, stderr, stdout } = await helm([
    'install',
    'vb',
    chartFolder,
    '-f',
    values,
    '--dry-run=client',
  ]);
  assert.equal(status, 0, stderr);
  const notes = stdout.slice(stdout.indexOf('NOTES:'));
  assert.match(notes, /FOR TRYING OUT/);
  assert.match(notes, /port-forward service\/vb-venue-booking-gateway 3000:80/);
  assert.match(notes, /port-forward service\/vb-venue-booking-dev-smtp 8025/);
});

test('a release has no development backings by default', async () => {
  assert.doesNotMatch(JSON.stringify(await render()), /trying-out|-dev-/);
});

test('development objects have a label that marks them', () => {
  const names = podsOf(objects).flatMap(({ name, labels }) =>
    labels['venue-booking/for'] === 'trying-out' ? name : [],
  );
  assert.deepEqual(
    names.toSorted(),
    backings.map((name) => `tickets-venue-booking-dev-${name}`),
  );
  for (const { kind, metadata } of objects)
    if (metadata.name.includes('-dev'))
      assert.equal((metadata as Fields).labels['venue-booking/for'], 'trying-out', kind);
});

test('services get the keys and URLs of the development backings', () => {
  readEnv(bookingEnv, envOf('booking'));
  readEnv(paymentEnv, envOf('payment'));
  readEnv(gatewayEnv, envOf('gateway'));
  assert.equal(readEnv(paymentEnv, envOf('payment')).ALLOW_SANDBOX, true);
});

test('each URL is that of a Service in the release, which leads to its pod', () => {
  const urls = ['DATABASE_URL', 'NATS_URL', 'REDIS_URLS', 'SMTP_URL'].map((name) => new URL(made[name]));
  assert.equal(urls.length, backings.length);
  for (const { hostname, port } of urls) {
    const { spec } = objectOf(objects, 'Service', hostname.replace('tickets-venue-booking-', ''));
    const [open] = spec.ports;
    assert.equal(open.port, Number(port));
    const pod = podsOf(objects).find(({ name }) => name === hostname);
    for (const [label, value] of Object.entries(spec.selector)) assert.equal(pod?.labels[label], value);
    const { ports } = pod?.spec.containers[0] ?? {};
    assert.equal(ports.find(({ name }: Fields) => name === open.targetPort).containerPort, Number(port));
  }
});

test('each backing requires the password that services have', () => {
  for (const [backing, variable] of [
    ['postgresql', 'DATABASE_URL'],
    ['nats', 'NATS_URL'],
    ['redis', 'REDIS_URLS'],
  ] as const) {
    const { env } = objectOf(objects, 'Deployment', `dev-${backing}`).spec.template.spec.containers[0];
    const { secretKeyRef } = env.find(({ valueFrom }: Fields) => valueFrom)?.valueFrom ?? {};
    assert.equal(made[secretKeyRef.key], new URL(made[variable]).password);
    assert.ok(made[secretKeyRef.key].length >= 32);
  }
});

test('each backing can write to the working directory of its image', () => {
  // mailpit has none. nats and valkey start in /data, postgres in / with its data in PGDATA.
  for (const [backing, folder] of [
    ['postgresql', '/data'],
    ['nats', '/data'],
    ['redis', '/data'],
  ]) {
    const { containers, volumes, securityContext } = objectOf(objects, 'Deployment', `dev-${backing}`).spec
      .template.spec;
    const mount = containers[0].volumeMounts.find(({ mountPath }: Fields) => mountPath === folder);
    const volume = volumes.find(({ name }: Fields) => name === mount?.name);
    assert.ok(volume?.emptyDir, `${backing} ${folder}`);
    assert.equal(securityContext.fsGroup, securityContext.runAsGroup);
  }
});

test('every installation has other secrets', async () => {
  const other = ofKind(await render(dev), 'Secret')[0]?.stringData;
  for (const [name, value] of Object.entries(made))
    if (name !== 'SMTP_URL') assert.notEqual(other[name], value, name);
});

test('only the services that use a backing can connect to it, and it connects to nothing', () => {
  const users = (backing: string) => {
    const { ingress, egress } = objectOf(objects, 'NetworkPolicy', `dev-${backing}`).spec;
    assert.equal(egress, undefined);
    return ingress[0].from.map(
      ({ podSelector }: Fields) => podSelector.matchLabels['app.kubernetes.io/component'],
    );
  };
  const withDatabase = ['availability', 'booking', 'catalog', 'payment'];
  assert.deepEqual(users('postgresql'), withDatabase);
  assert.deepEqual(users('nats').toSorted(), [...withDatabase, 'gateway'].toSorted());
  assert.deepEqual(users('redis'), ['booking']);
  assert.deepEqual(users('smtp'), ['booking']);
});

test('a service can connect to the development backings and to no others', () => {
  const { egress } = objectOf(objects, 'NetworkPolicy', 'booking').spec;
  const components = egress.flatMap(({ to }: Fields) =>
    to.flatMap(({ podSelector }: Fields) => podSelector?.matchLabels['app.kubernetes.io/component'] ?? []),
  );
  assert.deepEqual(
    components,
    ['nats', 'postgresql', 'redis', 'smtp'].map((name) => `dev-${name}`),
  );
});

test('an upgrade does not change the pods of backings', async () => {
  const podOf = (objects: KubernetesObject[], name: string) =>
    JSON.stringify(objectOf(objects, 'Deployment', name).spec.template);
  const later = await render({ ...dev, image: { tag: '9.9.9' }, settings: { LOG_LEVEL: 'debug' } });
  for (const name of backings) {
    assert.equal(podOf(later, `dev-${name}`), podOf(objects, `dev-${name}`));
    assert.doesNotMatch(podOf(objects, `dev-${name}`), /helm.sh\/chart|version/);
  }
  assert.notEqual(podOf(later, 'booking'), podOf(objects, 'booking'));
});
