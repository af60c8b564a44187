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

/** The test matrix: each choice of an operator alone, and all at once. */
const choices: Record<string, Values> = {
  'the minimum': {},
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
  'one user for all migrations': { migrations: { databaseSecretRef: { name: 'owner', key: 'uri' } } },
  'certificate authorities from a Secret': { extraCaCerts: { secret: 'authorities' } },
  'more hosts than one route takes': {
    ingress: { enabled: true },
    httpRoute: { enabled: true, parentRefs: [{ name: 'public' }] },
    customDomains: Array.from({ length: 40 }, (_, n) => `venue-${n}.example`),
  },
  'the development values': dev,
  'the user chosen by OpenShift': { runAsUser: null, runAsGroup: null, fsGroup: null },
  'images by tag': { image: { tag: '1.2.3' }, widgetImage: { tag: '1.2.3' } },
};

const matrix = await Promise.all(
  Object.entries(choices).map(async ([name, values]) => ({ name, objects: await render(values) })),
);

const backings = { postgresql: 5432, nats: 4222, redis: 6379, smtp: 1025 };
type Container = KubernetesObject['spec'];
const podsOfAll = matrix.flatMap(({ objects }) => podsOf(objects).map(({ spec }) => spec));
/** Containers that run until they are stopped. */
const serversOfAll: Container[] = matrix
  .flatMap(({ objects }) => ofKind(objects, 'Deployment'))
  .flatMap(({ spec }) => spec.template.spec.containers);
const containersOfAll: Container[] = podsOfAll.flatMap((pod) => [
  ...pod.containers,
  ...(pod.initContainers ?? []),
]);

test('helm lint reports nothing about the chart', async () => {
  for (const values of [full, dev]) {
    const { status, stdout } = await helm(['lint', '--strict', chartFolder, '-f', '-'], values);
    assert.equal(status, 0, stdout);
  }
});

for (const { name, objects } of matrix)
  test(`every object with ${name} matches its Kubernetes schema`, async () => {
    for (const object of objects) await validateObject(object);
  });

test('an unknown field and a value of a wrong type are found', async () => {
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

test('no two objects of a kind have the same name, and all have the label of the release', () => {
  for (const { objects } of matrix) {
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    assert.equal(new Set(names).size, names.length);
    for (const { metadata } of objects as KubernetesObject[]) {
      assert.equal((metadata as Container).namespace, 'tickets');
      assert.equal((metadata as Container).labels['app.kubernetes.io/instance'], 'tickets');
    }
  }
});

test('no pod runs as root or with more than the restricted profile allows', () => {
  for (const { securityContext, hostNetwork, hostPID, hostIPC, volumes } of podsOfAll) {
    assert.equal(securityContext.runAsNonRoot, true);
    for (const name of ['runAsUser', 'runAsGroup', 'fsGroup'])
      assert.ok(!(name in securityContext) || securityContext[name] > 0, name);
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

test('with null as user and groups, no pod names any, as restricted-v2 of OpenShift requires', () => {
  const { objects = [] } = matrix.find(({ name }) => name === 'the user chosen by OpenShift') ?? {};
  const pods = podsOf(objects);
  assert.ok(pods.length > 6, String(pods.length));
  for (const { name, spec } of pods) {
    assert.deepEqual(
      spec.securityContext,
      { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      name,
    );
    for (const { securityContext, volumeMounts, ports = [] } of spec.containers) {
      assert.deepEqual(
        securityContext,
        {
          allowPrivilegeEscalation: false,
          privileged: false,
          readOnlyRootFilesystem: true,
          runAsNonRoot: true,
          capabilities: { drop: ['ALL'] },
        },
        name,
      );
      // Anybody may write to an emptyDir, and everything else is read-only.
      const written = volumeMounts.filter(({ readOnly }: Container) => !readOnly);
      for (const { name: volume } of written)
        assert.ok(spec.volumes.find((it: Container) => it.name === volume)?.emptyDir, `${name} ${volume}`);
      for (const { containerPort, hostPort } of ports)
        assert.deepEqual([containerPort >= 1024, hostPort], [true, undefined], name);
    }
  }
});

test('every container listens on the address of the value host', async () => {
  for (const [host, values] of [
    ['0.0.0.0', {}],
    ['::', { host: '::' }],
  ] as const) {
    const servers = ofKind(await render(values), 'Deployment').map(
      ({ spec }) => spec.template.spec.containers[0],
    );
    assert.ok(servers.length >= 6);
    for (const { name, env, livenessProbe } of servers) {
      assert.equal(env.find((it: Container) => it.name === 'HOST')?.value, host, name);
      // The kubelet then uses the address of the pod.
      assert.equal(livenessProbe.httpGet.host, undefined, name);
    }
  }
});

test('no container can write to its root file system', () => {
  for (const { securityContext, volumeMounts } of containersOfAll) {
    assert.equal(securityContext.readOnlyRootFilesystem, true);
    for (const { name, mountPath, readOnly } of volumeMounts)
      assert.ok(name === 'ca' ? readOnly : ['/tmp', '/data', '/var/run/postgresql'].includes(mountPath));
  }
});

test('every image has a fixed version', () => {
  for (const { image } of containersOfAll) assert.match(image, /(:(?!latest$)[\w.-]+|@sha256:[0-9a-f]{64})$/);
});

test('every container has resource requests and a memory limit', () => {
  for (const { resources } of containersOfAll) {
    assert.ok(resources.requests.cpu && resources.requests.memory);
    assert.ok(resources.limits.memory);
  }
});

test('a release name of 53 characters leads to no name longer than 63', async () => {
  const { status, stdout } = await helm(['template', 'x'.repeat(53), chartFolder, '-f', '-'], {
    ...least,
    ...dev,
  });
  assert.equal(status, 0);
  const names = [...stdout.matchAll(/^ +-? ?name: "?([^"\n]*)/gm)].map(([, name = '']) => name);
  assert.ok(names.length > 50);
  for (const name of names) assert.ok(name.length <= 63, name);
});

test('no pod has a token for the API server', () => {
  for (const { automountServiceAccountToken } of podsOfAll) assert.equal(automountServiceAccountToken, false);
  for (const { objects } of matrix) {
    const accounts = ofKind(objects, 'ServiceAccount');
    for (const account of accounts) assert.equal(account.automountServiceAccountToken, false);
    const names = accounts.map(({ metadata }) => metadata.name);
    for (const { spec } of podsOf(objects)) assert.ok(names.includes(spec.serviceAccountName));
  }
});

test('every pod belongs to exactly one service', () => {
  for (const { objects } of matrix) {
    const components = podsOf(objects).map(({ labels }) => labels['app.kubernetes.io/component']);
    assert.equal(new Set(components).size, components.length);
    for (const { name, labels } of podsOf(objects))
      assert.equal(name, `tickets-venue-booking-${labels['app.kubernetes.io/component']}`);
  }
});

test('the chart contains no Secret, except with the development values', () => {
  for (const { name, objects } of matrix)
    assert.equal(ofKind(objects, 'Secret').length, name === 'the development values' ? 1 : 0);
});

test('every server has startup, liveness and readiness probes', () => {
  for (const { name, livenessProbe, readinessProbe, startupProbe, ports } of serversOfAll) {
    for (const probe of [livenessProbe, readinessProbe, startupProbe])
      assert.equal(['httpGet', 'exec', 'tcpSocket'].filter((how) => how in probe).length, 1);
    if (name in backings) continue;
    const port = ports.some(({ name }: Container) => name === 'health') ? 'health' : 'http';
    for (const probe of [livenessProbe, readinessProbe, startupProbe]) assert.equal(probe.httpGet.port, port);
    // A liveness probe that checked a backing would restart all pods when the backing is down.
    assert.match(livenessProbe.httpGet.path, /^[/](livez|healthz)$/);
    assert.match(readinessProbe.httpGet.path, /^[/](readyz|healthz)$/);
  }
});

test('startup probes begin when a start usually ends, so that they fail rarely, and allow two minutes', () => {
  for (const { name, startupProbe } of serversOfAll) {
    const { initialDelaySeconds, periodSeconds, failureThreshold } = startupProbe;
    // On a busy node a service responds after about five seconds.
    assert.ok(initialDelaySeconds >= 5 && periodSeconds >= 5, name);
    assert.ok(initialDelaySeconds + periodSeconds * failureThreshold >= 120, name);
  }
});

test('the values of ci/00-full-values.yaml render every kind of the chart, except the development Secret', () => {
  const kinds = (objects: KubernetesObject[] = []) => new Set(objects.map(({ kind }) => kind));
  const all = new Set(matrix.flatMap(({ objects }) => [...kinds(objects)]));
  all.delete('Secret');
  assert.deepEqual(kinds(matrix.find(({ name }) => name === 'every value')?.objects), all);
  assert.equal(all.size, 13);
});
