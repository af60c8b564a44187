import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartFolder, full, helm, type KubernetesObject, ofKind, render, type Values } from './render.ts';
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
  'images by tag': { image: { tag: '1.2.3' }, widgetImage: { tag: '1.2.3' } },
};

const matrix = await Promise.all(
  Object.entries(choices).map(async ([name, values]) => ({ name, objects: await render(values) })),
);

type Container = KubernetesObject['spec'];
const podsOf = (objects: KubernetesObject[]) =>
  ofKind(objects, 'Deployment').map(({ spec }) => spec.template.spec);
const podsOfAll = matrix.flatMap(({ objects }) => podsOf(objects));
const containersOfAll: Container[] = podsOfAll.flatMap((pod) => [
  ...pod.containers,
  ...(pod.initContainers ?? []),
]);

test('helm finds nothing to say about the chart', async () => {
  const { status, stdout } = await helm(['lint', '--strict', chartFolder, '-f', '-'], full);
  assert.equal(status, 0, stdout);
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
    for (const volume of volumes) assert.deepEqual(Object.keys(volume).toSorted(), ['emptyDir', 'name']);
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
    assert.deepEqual(volumeMounts, [{ name: 'tmp', mountPath: '/tmp' }]);
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

test('no pod has a token of the API server', () => {
  for (const { automountServiceAccountToken } of podsOfAll) assert.equal(automountServiceAccountToken, false);
  for (const { objects } of matrix) {
    const accounts = ofKind(objects, 'ServiceAccount');
    for (const account of accounts) assert.equal(account.automountServiceAccountToken, false);
    const names = accounts.map(({ metadata }) => metadata.name);
    for (const pod of podsOf(objects)) assert.ok(names.includes(pod.serviceAccountName));
  }
});

test('the chart itself holds no Secret', () => {
  for (const { objects } of matrix) assert.deepEqual(ofKind(objects, 'Secret'), []);
});

test('every pod is asked whether it started, lives and is ready', () => {
  for (const { livenessProbe, readinessProbe, startupProbe, ports } of containersOfAll) {
    const port = ports[0].name;
    for (const probe of [livenessProbe, readinessProbe, startupProbe]) assert.equal(probe.httpGet.port, port);
    // What looks at a backing would have all pods restarted when the backing is away.
    assert.match(livenessProbe.httpGet.path, /^[/](livez|healthz)$/);
    assert.match(readinessProbe.httpGet.path, /^[/](readyz|healthz)$/);
  }
});

test('the values of ci/00-full-values.yaml render every kind that the chart has', () => {
  const kinds = (objects: KubernetesObject[] = []) => new Set(objects.map(({ kind }) => kind));
  const all = new Set(matrix.flatMap(({ objects }) => [...kinds(objects)]));
  assert.deepEqual(kinds(matrix.find(({ name }) => name === 'every value')?.objects), all);
  assert.equal(all.size, 12);
});
