import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventStream } from '@venue-booking/proto/subjects';
import { describe, it } from 'vitest';
import { chartFolder, dev, full, helm, type KubernetesObject, least, podsOf, render } from './render.ts';

const root = path.resolve(import.meta.dirname, '../..');
const SERVICES = ['availability', 'booking', 'catalog', 'gateway', 'payment'];

/** Commands that delete or interrupt something. A bare `helm uninstall` in a sentence does not count. */
const DESTRUCTIVE =
  /\bkubectl\b.*\b(delete|scale|restart|drain|replace|patch)\b|\bhelm (uninstall|delete|rollback) \S|\bnats (stream|consumer) (rm|del|purge)\b|\brm -|\b(DROP|TRUNCATE|DELETE FROM)\b|\b(docker|podman)\b.*\b(rm|rmi|prune)\b/;

/** The commands of a page: lines of code blocks, with continued lines joined, and code spans in sentences. */
function commandsOf(page: string): string[] {
  const blocks = [...page.matchAll(/^ *```\w*\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) => {
    const [, each = ''] = /^\s*for stream in (.*);/m.exec(block) ?? [];
    return block
      .replaceAll(/\\\n\s*/g, '')
      .replaceAll('"$stream"', each)
      .split('\n');
  });
  const spans = [...page.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)];
  return [...lines, ...spans.map(([, span = '']) => span)].map((command) => command.trim());
}

const pages = globSync(['*.md', 'docs/*.md', 'charts/**/*.md', 'widget-vue/**/README.md'], {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})
  .filter((file) => file !== 'CHANGELOG.md')
  .map((file) => readFileSync(path.join(root, file), 'utf8'));

/** The notes that helm prints after an installation. */
async function notes(): Promise<string> {
  const args = [
    'install',
    'venue-booking',
    chartFolder,
    '-n',
    'venue-booking',
    '--dry-run=client',
    '-f',
    '-',
  ];
  const { stdout } = await helm(args, least);
  return stdout.slice(stdout.indexOf('NOTES:'));
}

const commands = new Set(
  [...pages.flatMap(commandsOf), ...(await notes()).split('\n').map((line) => line.trim())].filter(
    (command) => DESTRUCTIVE.test(command),
  ),
);

type Found = { kind: string; name: string; labels: Record<string, string> };

/** The objects of a namespace with a full installation, a development installation and another release. */
async function inCluster(): Promise<Found[]> {
  const all = [
    ...(await render(full, { release: 'venue-booking' })),
    ...(await render(dev, { release: 'venue-booking' })),
    ...(await render({}, { release: 'other' })),
  ];
  const found = ({ kind, metadata }: KubernetesObject): Found => ({
    kind: kind.toLowerCase(),
    name: metadata.name,
    labels: (metadata as { labels?: Record<string, string> }).labels ?? {},
  });
  return [
    ...all.map(found),
    ...podsOf(all).map(({ name, labels }) => ({
      kind: 'pod',
      name: `${name}-x`,
      labels: labels as Found['labels'],
    })),
  ];
}

/** Whether labels match a kubectl selector. Supports only the forms in use. */
const fits = (labels: Found['labels'], selector: string) =>
  selector.split(/,(?![^(]*\))/).every((term) => {
    const [, key = '', one, several] =
      /^([\w./-]+)(?:=([\w.-]+)| in \(([^)]+)\))$/.exec(term) ?? assert.fail(term);
    return (several?.split(/, */) ?? [one]).includes(labels[key]);
  });

/** The objects that a kubectl command affects, as `kind/name`. */
function aboutOf(command: string, cluster: Found[]): string[] {
  const { groups = {} } =
    /kubectl -n venue-booking (?<verb>delete|scale|rollout restart) (?<kinds>[\w,]+)(?: -l '?(?<selector>[^']+)'?)?(?<rest>.*)$/.exec(
      command.replace(/\s+#.*/, ''),
    ) ?? assert.fail(`can't read ${command}`);
  const kinds = groups.kinds?.split(',') ?? [];
  const names = groups.rest?.split(' ').filter((word) => word && !word.startsWith('-')) ?? [];
  for (const name of names)
    assert.ok(
      cluster.some((found) => found.name === name),
      `${name} in ${command}`,
    );
  const meant = cluster
    .filter(({ kind }) => kinds.includes(kind))
    .filter(({ name, labels }) =>
      groups.selector ? fits(labels, groups.selector) : !names[0] || names.includes(name),
    );
  return [...new Set(meant.map(({ kind, name }) => `${kind}/${name}`))].sort();
}

const deployments = (names: string[]) => names.map((name) => `deployment/venue-booking-${name}`);

/** What each command may affect, by the form of the command. */
const checks: [RegExp, (command: string, cluster: Found[]) => void][] = [
  [
    / delete pod,job /,
    (command, cluster) =>
      assert.deepEqual(aboutOf(command, cluster), [
        'job/venue-booking-image-and-secret',
        'job/venue-booking-migrations',
        'pod/venue-booking-image-and-secret-x',
        'pod/venue-booking-migrations-x',
        'pod/venue-booking-smoke-test',
        'pod/venue-booking-smoke-test-x',
      ]),
  ],
  [
    / rollout restart /,
    (command, cluster) => assert.deepEqual(aboutOf(command, cluster), deployments(SERVICES)),
  ],
  [
    /^helm uninstall venue-booking -n venue-booking$/,
    (_command, cluster) => {
      const kept = [
        'secret',
        'persistentvolumeclaim',
        'persistentvolume',
        'namespace',
        'customresourcedefinition',
      ];
      const taken = cluster.filter(({ kind, labels }) => kept.includes(kind) && !labels['venue-booking/for']);
      assert.deepEqual(taken, []);
    },
  ],
  // Containers of one command, which are removed after it.
  [/^docker compose run --rm /, () => {}],
  [/^helm rollback venue-booking -n venue-booking$/, () => {}],
  [
    /^nats stream rm --force /,
    (command) =>
      assert.deepEqual(
        command.split(' ').slice(4),
        (['catalog', 'booking', 'payment'] as const).map((service) => eventStream(service).name),
      ),
  ],
];

describe('a destructive command in our docs affects only what it should', async () => {
  const cluster = await inCluster();
  for (const command of commands)
    it(command, () => {
      const [, check] = checks.find(([begins]) => begins.test(command)) ?? assert.fail('no check covers it');
      check(command, cluster);
    });
  it('is in the docs for each check', () => {
    for (const [begins] of checks)
      assert.ok(
        [...commands].some((command) => begins.test(command)),
        String(begins),
      );
  });
});
