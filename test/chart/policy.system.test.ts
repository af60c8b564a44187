import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  chartFolder,
  dev,
  full,
  helm,
  type KubernetesObject,
  least,
  ofKind,
  podsOf,
  render,
  type Values,
} from './render.ts';
import { validateObject } from './schemas.ts';

const everyService = (values: Values): Values =>
  Object.fromEntries(
    ['gateway', 'catalog', 'availability', 'booking', 'payment', 'widget'].map((name) => [name, values]),
  );

/** The matrix: what an operator may choose, one at a time and all at once. */
const choices: Record<string, Values> = {
  'the least': {},
  'every value': full,
  'an Ingress': { ingress: { enabled: true } },
  'an HTTPRoute': { httpRoute: { enabled: true, parentRefs: [{ name: 'public' }] } },
  'venues’ own domains': {
    ingress: { enabled: true },
    baseDomain: 'v.example',
    customDomains: ['a.example'],
  },
  'one replica of each': { services: everyService({ replicas: 1 }) },
  'all scaled by CPU': { services: everyService({ autoscaling: { enabled: true } }) },
  'no network policy': { networkPolicy: { enabled: false } },
  'no delay before a stop': { shutdownDelaySeconds: 0 },
  'no rules and no dashboard': { monitoring: { enabled: true, rules: false, dashboard: false } },
  monitoring: { monitoring: { enabled: true } },
  'no migration Job and no smoke test': {
    migrations: { job: { enabled: false } },
    smokeTest: { enabled: false },
  },
  'migrations of one user': { migrations: { databaseSecretRef: { name: 'owner', key: 'uri' } } },
  'authorities from a Secret': { extraCaCerts: { secret: 'authorities' } },
  'more hosts than a route takes': {
    ingress: { enabled: true },
    httpRoute: { enabled: true, parentRefs: [{ name: 'public' }] },
    customDomains: Array.from({ length: 40 }, (_, n) => `venue-${n}.example`),
  },
  'the values for trying out': dev,
  'images by tag': { image: { tag: '1.2.3' }, widgetImage: { tag: '1.2.3' } },
};

const matrix = await Promise.all(
  Object.entries(choices).map(async ([name, values]) => ({ name, objects: await render(values) })),
);

const backings = { postgresql: 5432, nats: 4222, redis: 6379, smtp: 1025 };
type Container = KubernetesObject['spec'];
const podsOfAll = matrix.flatMap(({ objects }) => podsOf(objects).map(({ spec }) => spec));
/** Those that serve until they are told to stop. */
const serversOfAll: Container[] = matrix
  .flatMap(({ objects }) => ofKind(objects, 'Deployment'))
  .flatMap(({ spec }) => spec.template.spec.containers);
const containersOfAll: Container[] = podsOfAll.flatMap((pod) => [
  ...pod.containers,
  ...(pod.initContainers ?? []),
]);

test('helm finds nothing to say about the chart', async () => {
  for (const values of [full, dev]) {
    const { status, stdout } = await helm(['lint', '--strict', chartFolder, '-f', '-'], values);
    assert.equal(status, 0, stdout);
  }
});

for (const { name, objects } of matrix)
  test(`every object with ${name} is as its Kubernetes schema has it`, async () => {
    for (const object of objects) await validateObject(object);
  });

test('a field that Kubernetes does not know is found, and one of a wrong type', async () => {
  const [deployment] = ofKind(structuredClone(matrix[0]?.objects ?? []), 'Deployment');
  assert.ok(deployment);
  deployment.spec.template.spec.containers[0].imagePullPolice = 'Always';
  await assert.rejects(
    validateObject(deployment),
    /unknown \/spec\/template\/spec\/containers\/0\/imagePullPolice/,
  );
  deployment.spec.template.spec.containers[0].ports[0].containerPort = '3000';
  await assert.rejects(validateObject(deployment), /containerPort must be integer/);
});

test('no object bears the name of another of its kind, and all bear the release', () => {
  for (const { objects } of matrix) {
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    assert.equal(new Set(names).size, names.length);
    for (const { metadata } of objects as KubernetesObject[]) {
      assert.equal((metadata as Container).namespace, 'tickets');
      assert.equal((metadata as Container).labels['app.kubernetes.io/instance'], 'tickets');
    }
  }
});

test('no pod runs as root, nor with more than the restricted profile allows', () => {
  for (const { securityContext, hostNetwork, hostPID, hostIPC, volumes } of podsOfAll) {
    assert.equal(securityContext.runAsNonRoot, true);
    assert.ok(securityContext.runAsUser > 0 && securityContext.runAsGroup > 0);
    assert.equal(securityContext.seccompProfile.type, 'RuntimeDefault');
    assert.deepEqual([hostNetwork, hostPID, hostIPC], [undefined, undefined, undefined]);
    for (const volume of volumes) {
      const kind = volume.name === 'ca' ? /^(configMap|secret)$/ : /^emptyDir$/;
      assert.match(Object.keys(volume).find((key) => key !== 'name') ?? '', kind);
    }
  }
  for (const { securityContext } of containersOfAll) {
    assert.equal(securityContext.allowPrivilegeEscalation, false);
    assert.equal(securityContext.privileged, false);
    assert.deepEqual(securityContext.capabilities, { drop: ['ALL'] });
  }
});

test('no container can write to its root file system', () => {
  for (const { securityContext, volumeMounts } of containersOfAll) {
    assert.equal(securityContext.readOnlyRootFilesystem, true);
    for (const { name, mountPath, readOnly } of volumeMounts)
      assert.ok(name === 'ca' ? readOnly : ['/tmp', '/data', '/var/run/postgresql'].includes(mountPath));
  }
});

test('every image has a version', () => {
  for (const { image } of containersOfAll) assert.match(image, /(:(?!latest$)[\w.-]+|@sha256:[0-9a-f]{64})$/);
});

test('every container says what it needs, and has a limit of memory', () => {
  for (const { resources } of containersOfAll) {
    assert.ok(resources.requests.cpu && resources.requests.memory);
    assert.ok(resources.limits.memory);
  }
});

test('a release’s name of 53 characters makes no name that is longer than 63', async () => {
  const { status, stdout } = await helm(['template', 'x'.repeat(53), chartFolder, '-f', '-'], {
    ...least,
    ...dev,
  });
  assert.equal(status, 0);
  const names = [...stdout.matchAll(/^ +-? ?name: "?([^"\n]*)/gm)].map(([, name = '']) => name);
  assert.ok(names.length > 50);
  for (const name of names) assert.ok(name.length <= 63, name);
});

test('no pod has a token of the API server', () => {
  for (const { automountServiceAccountToken } of podsOfAll) assert.equal(automountServiceAccountToken, false);
  for (const { objects } of matrix) {
    const accounts = ofKind(objects, 'ServiceAccount');
    for (const account of accounts) assert.equal(account.automountServiceAccountToken, false);
    const names = accounts.map(({ metadata }) => metadata.name);
    for (const { spec } of podsOf(objects)) assert.ok(names.includes(spec.serviceAccountName));
  }
});

test('no pod belongs to two services, or to none', () => {
  for (const { objects } of matrix) {
    const components = podsOf(objects).map(({ labels }) => labels['app.kubernetes.io/component']);
    assert.equal(new Set(components).size, components.length);
    for (const { name, labels } of podsOf(objects))
      assert.equal(name, `tickets-venue-booking-${labels['app.kubernetes.io/component']}`);
  }
});

test('the chart itself holds no Secret, but for trying out', () => {
  for (const { name, objects } of matrix)
    assert.equal(ofKind(objects, 'Secret').length, name === 'the values for trying out' ? 1 : 0);
});

test('every pod is asked whether it started, lives and is ready', () => {
  for (const { name, livenessProbe, readinessProbe, startupProbe, ports } of serversOfAll) {
    for (const probe of [livenessProbe, readinessProbe, startupProbe])
      assert.equal(['httpGet', 'exec', 'tcpSocket'].filter((how) => how in probe).length, 1);
    if (name in backings) continue;
    const port = ports.some(({ name }: Container) => name === 'health') ? 'health' : 'http';
    for (const probe of [livenessProbe, readinessProbe, startupProbe]) assert.equal(probe.httpGet.port, port);
    // What looks at a backing would have all pods restarted when the backing is away.
    assert.match(livenessProbe.httpGet.path, /^[/](livez|healthz)$/);
    assert.match(readinessProbe.httpGet.path, /^[/](readyz|healthz)$/);
  }
});

test('the values of ci/00-full-values.yaml render every kind that the chart has, but the Secret for trying out', () => {
  const kinds = (objects: KubernetesObject[] = []) => new Set(objects.map(({ kind }) => kind));
  const all = new Set(matrix.flatMap(({ objects }) => [...kinds(objects)]));
  all.delete('Secret');
  assert.deepEqual(kinds(matrix.find(({ name }) => name === 'every value')?.objects), all);
  assert.equal(all.size, 13);
});
