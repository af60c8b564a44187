import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { chartFolder, helmAsync, least, objectOf, parseObjects } from './render.ts';

/** Which client wrote which fields of a Deployment, as the API server records it. */
type Writer = { manager: string; operation: 'Apply' | 'Update'; fields: string[]; subresource?: string };
const byHelm4: Writer = { manager: 'helm', operation: 'Apply', fields: ['template', 'replicas'] };
const byHelm3: Writer = { manager: 'helm', operation: 'Update', fields: ['template', 'replicas'] };
const without = (writer: Writer): Writer => ({ ...writer, fields: ['template'] });
const byAutoscaler: Writer = {
  ...{ manager: 'kube-controller-manager', operation: 'Update', fields: ['replicas'], subresource: 'scale' },
} as Writer;

/** The kinds that helm looks up on the server. */
const KINDS: Record<string, string[]> = {
  v1: ['ServiceAccount', 'Service', 'Pod', 'Secret', 'ConfigMap'],
  'apps/v1': ['Deployment'],
  'batch/v1': ['Job'],
  'networking.k8s.io/v1': ['NetworkPolicy'],
  'policy/v1': ['PodDisruptionBudget'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
};
const resourcesOf = (groupVersion: string) => ({
  ...{ kind: 'APIResourceList', apiVersion: 'v1', groupVersion },
  resources: KINDS[groupVersion]?.map((kind) => ({
    ...{ name: `${kind.toLowerCase()}s`.replace('ys', 'ies'), namespaced: true, kind, verbs: ['get'] },
  })),
});

describe('a Deployment with an autoscaler', () => {
  let live: { replicas: number; writers: Writer[] } | undefined;
  // The part of an API server that helm calls while it renders.
  const answer = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    const [place = ''] = url.split('?');
    const booking = '/apis/apps/v1/namespaces/tickets/deployments/tickets-venue-booking-booking';
    const [, group = ''] = /^\/apis\/(\S+)$/.exec(place) ?? [];
    const known: Record<string, object | undefined> = {
      '/version': { major: '1', minor: '34', gitVersion: 'v1.34.4' },
      '/api': { kind: 'APIVersions', versions: ['v1'] },
      '/api/v1': resourcesOf('v1'),
      '/apis': {
        ...{ kind: 'APIGroupList', apiVersion: 'v1' },
        groups: Object.keys(KINDS)
          .slice(1)
          .map((groupVersion) => {
            const [name, version] = groupVersion.split('/');
            return {
              name,
              versions: [{ groupVersion, version }],
              preferredVersion: { groupVersion, version },
            };
          }),
      },
      [`/apis/${group}`]: group in KINDS ? resourcesOf(group) : undefined,
      [booking]: live && {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: {
          name: 'tickets-venue-booking-booking',
          labels: { 'app.kubernetes.io/managed-by': 'Helm' },
          annotations: {
            'meta.helm.sh/release-name': 'tickets',
            'meta.helm.sh/release-namespace': 'tickets',
          },
          managedFields: live.writers.map(({ fields, ...writer }) => ({
            ...writer,
            fieldsV1: { 'f:spec': Object.fromEntries(fields.map((field) => [`f:${field}`, {}])) },
          })),
        },
        spec: { replicas: live.replicas },
      },
    };
    const found = known[place];
    response.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify(
        found ?? { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 },
      ),
    );
  };
  const server = createServer(answer);
  const folder = mkdtempSync(path.join(tmpdir(), 'vb-kube-'));
  const kubeconfig = path.join(folder, 'config');
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const named = (kind: string, value: object) => [{ name: 'it', [kind]: value }];
    const config = {
      ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'it' },
      clusters: named('cluster', { server: `http://127.0.0.1:${port}` }),
      users: named('user', {}),
      contexts: named('context', { cluster: 'it', user: 'it' }),
    };
    writeFileSync(kubeconfig, JSON.stringify(config), { mode: 0o600 });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** The number of booking pods that an upgrade would set. */
  const replicasOn = async (deployment: typeof live, autoscaling = true) => {
    live = deployment;
    const args = [
      'install',
      'tickets',
      chartFolder,
      '--namespace',
      'tickets',
      '--dry-run=server',
      '--disable-openapi-validation',
      '-f',
      '-',
    ];
    const values = {
      ...least,
      services: { booking: { replicas: 2, autoscaling: { enabled: autoscaling } } },
    };
    const { status, stdout, stderr } = await helmAsync([...args, '--kubeconfig', kubeconfig], values);
    assert.equal(status, 0, stderr);
    const [manifest = ''] = stdout.split('\nMANIFEST:\n')[1]?.split('\nNOTES:\n') ?? [];
    return objectOf(parseObjects(manifest), 'Deployment', 'booking').spec.replicas;
  };

  for (const [helm, writer] of [
    ['helm 3', byHelm3],
    ['helm 4', byHelm4],
  ] as const)
    it(`keeps its pods when autoscaling is turned on, with ${helm}`, async () => {
      assert.equal(await replicasOn({ replicas: 2, writers: [writer] }), 2);
    });
  it('keeps the autoscaler’s number with helm 3, which would reset a missing one to 1', async () => {
    assert.equal(await replicasOn({ replicas: 7, writers: [without(byHelm3), byAutoscaler] }), 7);
  });
  it('has no replicas with helm 4, which would conflict with the autoscaler', async () => {
    for (const helm of [byHelm4, without(byHelm4)])
      assert.equal(await replicasOn({ replicas: 7, writers: [helm, byAutoscaler] }), undefined);
  });
  it('has no replicas in a new installation', async () => {
    assert.equal(await replicasOn(undefined), undefined);
  });
  it('has replicas again when autoscaling is turned off', async () => {
    assert.equal(await replicasOn({ replicas: 7, writers: [without(byHelm4), byAutoscaler] }, false), 2);
  });
});
