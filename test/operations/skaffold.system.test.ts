import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'vitest';
import { helm, type KubernetesObject } from '../chart/render.ts';
import { importTool } from '../chart/tools.ts';
import { eventually } from '../stack/api.ts';

// Skaffold is in no package registry, so these tests compare skaffold.yaml (skaffold/v4beta13) with the files
// and names that it refers to.
type Artifact = {
  image: string;
  docker: { dockerfile: string; target?: string };
  sync?: { manual: { src: string; dest: string }[] };
};
type Release = {
  name: string;
  namespace: string;
  chartPath: string;
  valuesFiles: string[];
  setValueTemplates: Record<string, string>;
};
type Config = {
  apiVersion: string;
  build: { artifacts: Artifact[] };
  deploy: { helm: { releases: Release[]; hooks: { after: { host: { command: string[] } }[] } } };
  portForward: { resourceName: string; namespace: string; port: number; localPort: number }[];
  profiles: { name: string; patches?: { op: 'remove' | 'replace'; path: string; value?: unknown }[] }[];
};

const root = path.resolve(import.meta.dirname, '../..');
const { parse, parseAllDocuments } = await importTool<{
  parse(text: string): unknown;
  parseAllDocuments(text: string): { toJS(): KubernetesObject | null }[];
}>('yaml/dist/index.js');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const config = parse(read('skaffold.yaml')) as Config;
const [release] = config.deploy.helm.releases as [Release];

/** The keys of skaffold/v4beta13 that skaffold.yaml may use. `*` stands for each entry of a list. */
const KNOWN = {
  apiVersion: {},
  kind: {},
  metadata: { name: {} },
  build: {
    tagPolicy: { gitCommit: { prefix: {} } },
    local: { useBuildkit: {} },
    artifacts: {
      '*': {
        image: {},
        docker: { dockerfile: {}, target: {} },
        sync: { manual: { '*': { src: {}, dest: {} } } },
      },
    },
  },
  deploy: {
    helm: {
      releases: {
        '*': {
          ...{
            name: {},
            namespace: {},
            createNamespace: {},
            chartPath: {},
            valuesFiles: { '*': {} },
            wait: {},
          },
          setValueTemplates: undefined,
        },
      },
      hooks: { after: { '*': { host: { command: { '*': {} } } } } },
    },
  },
  portForward: { '*': { resourceType: {}, resourceName: {}, namespace: {}, port: {}, localPort: {} } },
  profiles: { '*': { name: {}, patches: { '*': { op: {}, path: {}, value: {} } } } },
};

type Known = { [key: string]: Known | undefined };
/** Paths of keys that skaffold would reject. */
function unknownKeys(value: unknown, known: Known | undefined, at = ''): string[] {
  if (typeof value !== 'object' || value === null || known === undefined) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = Array.isArray(value) ? '*' : key;
    return name in known ? unknownKeys(inner, known[name], `${at}/${key}`) : [`${at}/${key}`];
  });
}

/** Expands a template as skaffold does. */
const expand = (template: string, images: Record<string, string>) =>
  template.replaceAll(/\{\{[.](\w+)\}\}/g, (_, name) => images[name] ?? '<no value>').replace(/@$/, '');

/**
 * The variables that skaffold sets for images that it has built; `digest` is empty if they were not pushed.
 */
const variablesOf = (artifacts: Artifact[], digest: string) =>
  Object.fromEntries(
    artifacts.flatMap(({ image }) => {
      const suffix = image.replaceAll(/[-/]/g, '_');
      return [
        [`IMAGE_REPO_${suffix}`, image],
        [`IMAGE_TAG_${suffix}`, 'git-1234567'],
        [`IMAGE_DIGEST_${suffix}`, digest],
      ];
    }),
  );

/** Renders the chart with the values that skaffold gives to helm. */
async function rendered(digest: string): Promise<KubernetesObject[]> {
  const variables = variablesOf(config.build.artifacts, digest);
  const set = Object.entries(release.setValueTemplates).flatMap(([name, template]) => [
    '--set',
    `${name}=${expand(template, variables)}`,
  ]);
  const files = release.valuesFiles.flatMap((file) => ['-f', path.join(root, file)]);
  const args = [release.name, path.join(root, release.chartPath), '--namespace', release.namespace];
  const { status, stdout, stderr } = await helm(['template', ...args, ...files, ...set]);
  assert.equal(status, 0, stderr);
  return parseAllDocuments(stdout).flatMap((document) => document.toJS() ?? []);
}

test('skaffold.yaml contains only keys that skaffold accepts', () => {
  assert.equal(config.apiVersion, 'skaffold/v4beta13');
  assert.deepEqual(unknownKeys(config, KNOWN), []);
  assert.deepEqual(unknownKeys({ build: { artefacts: [] } }, KNOWN), ['/build/artefacts']);
});

test('skaffold builds both images, from stages that exist', () => {
  assert.deepEqual(
    config.build.artifacts.map(({ image }) => image),
    ['venue-booking', 'venue-booking-widget'],
  );
  for (const { docker } of config.build.artifacts) {
    const dockerfile = read(docker.dockerfile);
    if (docker.target) assert.match(dockerfile, new RegExp(`^FROM .* AS ${docker.target}$`, 'm'));
  }
});

for (const digest of ['', `sha256:${'a'.repeat(64)}`])
  test(`the chart runs the built images, ${digest ? 'pushed' : 'on this machine'}, under the names that skaffold looks for`, async () => {
    const built = config.build.artifacts.map(({ image }) => `${image}:git-1234567${digest && `@${digest}`}`);
    const images = (await rendered(digest))
      .filter(({ kind }) => ['Deployment', 'Pod', 'Job'].includes(kind))
      .flatMap(({ spec }) => (spec.template?.spec ?? spec).containers)
      .map(({ image }) => image as string)
      .filter((image) => image.startsWith('venue-booking'));
    assert.deepEqual(new Set(images), new Set(built));
    // Five services and the Helm test that books.
    assert.equal(images.filter((image) => image === built[0]).length, 6);
  });

test('forwarded ports lead to the services, and the gateway’s port is that of its public URL', async () => {
  const services = (await rendered('')).filter(({ kind }) => kind === 'Service');
  for (const { resourceName, namespace, port } of config.portForward) {
    const service = services.find(({ metadata }) => metadata.name === resourceName);
    assert.equal(service?.spec.ports[0].port, port, resourceName);
    assert.equal(namespace, release.namespace);
  }
  const { publicUrl } = parse(read(release.valuesFiles[0] ?? '')) as { publicUrl: string };
  assert.equal(config.portForward[0]?.localPort, Number(new URL(publicUrl).port));
});

test('the test after each installation runs against the release', () => {
  const command = config.deploy.helm.hooks.after[0]?.host.command.at(-1) ?? '';
  assert.match(command, new RegExp(`^helm test ${release.name} --namespace ${release.namespace} `));
});

test('the production profile uses the production images and your values', () => {
  const prod = structuredClone(config) as unknown as Record<string, unknown>;
  for (const { op, path: place, value } of config.profiles.find(({ name }) => name === 'prod')?.patches ??
    []) {
    const keys = place.split('/').slice(1);
    const last = keys.pop() ?? '';
    const parent = keys.reduce((at, key) => at[key] as Record<string, unknown>, prod);
    assert.ok(last in parent, place);
    if (op === 'remove') delete parent[last];
    else parent[last] = value;
  }
  const { build, deploy } = prod as unknown as Config;
  assert.deepEqual(build.artifacts[0], { image: 'venue-booking', docker: { dockerfile: 'Dockerfile' } });
  assert.deepEqual(deploy.helm.releases[0]?.valuesFiles, ['{{.VALUES}}']);
});

/**
 * Starts what the development image runs for a service, without any setting. `says` waits for words in the
 * output since its last call.
 */
function startDevelopment(folder: string) {
  const child = spawn(process.execPath, ['tools/watchServices.mjs', 'catalog'], {
    cwd: root,
    env: { PATH: process.env.PATH, TMPDIR: folder },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  // Kill a process that does not end, so that its test fails.
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const ended = once(child, 'exit').then(([code]) => {
    clearTimeout(giveUp);
    return code as number | null;
  });
  const says = async (words: string) => {
    await eventually(`the output contains ${words}`, () => output.includes(words));
    output = '';
  };
  return { child, ended, says };
}

test('the development image exits when a service fails to start, as the production image does', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vb-watch-'));
  const { child, ended, says } = startDevelopment(folder);
  try {
    await says('DATABASE_URL is required');
    assert.equal(await ended, 1);
  } finally {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  }
});

test('changed code runs without a rebuild where only the temporary folder is writable', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vb-watch-'));
  const first = startDevelopment(folder);
  await first.ended;
  const { manual = [] } = config.build.artifacts[0]?.sync ?? {};
  for (const { src, dest } of manual) {
    assert.equal(dest, '/tmp/app');
    const [file] = globSync(src, { cwd: root, exclude: (name) => name === 'node_modules' });
    assert.ok(file && existsSync(path.join(folder, 'app', file)), src);
  }
  const sync = (code: string) =>
    writeFileSync(path.join(folder, 'app/services/catalog/main.ts'), `${code} export {};`);
  const running = (words: string) => `console.log('${words}'); setInterval(() => {}, 1000);`;
  /** A change that is saved after a start but before the watch begins goes unseen, so save it again. */
  const change = async (code: string, words: string) => {
    sync(code);
    const again = setInterval(sync, 5000, code);
    await says(words).finally(() => clearInterval(again));
  };

  // Files that were synced before a restart of the container are still there.
  sync(running('first'));
  const { child, ended, says } = startDevelopment(folder);
  try {
    await says('first');
    await change(running('second'), 'second');
    await change("throw new Error('mistaken');", 'Waiting for the next change');
    await change(running('mended'), 'mended');
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
  } finally {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  }
});
