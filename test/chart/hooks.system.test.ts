import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import {
  chartFolder,
  full,
  helm,
  type KubernetesObject,
  least as minimum,
  objectOf,
  ofKind,
  render,
  type Values,
} from './render.ts';

type Fields = KubernetesObject['spec'];
const least = await render();
const whole = await render(full);
const withDatabase = ['availability', 'booking', 'catalog', 'payment'];

const hookOf = ({ metadata }: KubernetesObject) => (metadata as Fields).annotations?.['helm.sh/hook'];
const weightOf = ({ metadata }: KubernetesObject) =>
  Number((metadata as Fields).annotations['helm.sh/hook-weight']);
const migratorsOf = (objects: KubernetesObject[]): Fields[] =>
  objectOf(objects, 'Job', 'migrations').spec.template.spec.containers;
/** The Secret and key of the database URL that migrates each service. */
const databasesOf = async (values: Values) =>
  Object.fromEntries(
    migratorsOf(await render(values)).map(({ name, env }) => {
      const { secretKeyRef } = env.find((variable: Fields) => variable.name === 'DATABASE_URL').valueFrom;
      return [name, `${secretKeyRef.name}/${secretKeyRef.key}`];
    }),
  );

test('a Job migrates each service with a database before an installation or upgrade', () => {
  assert.deepEqual(
    migratorsOf(least).map(({ args }) => args),
    withDatabase.map((name) => ['migrate', name]),
  );
  const [image] = new Set(migratorsOf(least).map(({ image }) => image));
  assert.equal(image, objectOf(least, 'Deployment', 'booking').spec.template.spec.containers[0].image);
  assert.equal(objectOf(least, 'Job', 'migrations').spec.template.spec.restartPolicy, 'Never');
});

test('the migration Job needs only objects that are created before it', () => {
  const before = least.filter((object) => hookOf(object) === 'pre-install,pre-upgrade');
  const names = before.map(
    ({ kind, metadata }) => `${kind} ${metadata.name.replace('tickets-venue-booking-', '')}`,
  );
  assert.deepEqual(names.toSorted(), [
    'Job image-and-secret',
    'Job migrations',
    'NetworkPolicy migrations',
    'ServiceAccount image-and-secret',
    'ServiceAccount migrations',
  ]);
  const job = objectOf(least, 'Job', 'migrations');
  for (const object of before) if (object !== job) assert.ok(weightOf(object) < weightOf(job));
  const { serviceAccountName, volumes } = job.spec.template.spec;
  assert.equal(serviceAccountName, 'tickets-venue-booking-migrations');
  assert.deepEqual(
    volumes.map(({ name }: Fields) => name),
    ['tmp'],
  );
});

test('hooks are deleted after success, except the test pod with its logs, and a leftover does not block the next run', () => {
  for (const { kind, metadata } of [...least, ...whole].filter(hookOf)) {
    const { annotations } = metadata as Fields;
    const kept = kind === 'Pod';
    const policy = kept ? 'before-hook-creation' : 'before-hook-creation,hook-succeeded';
    assert.equal(annotations['helm.sh/hook-delete-policy'], policy);
  }
});

test('the migration Job ends before helm times out, after more than one attempt', () => {
  const { activeDeadlineSeconds, backoffLimit } = objectOf(least, 'Job', 'migrations').spec;
  assert.ok(activeDeadlineSeconds < 300);
  // An attempt waits a minute for its database. The next begins after 10 s, then after 20 s.
  assert.ok(activeDeadlineSeconds > (backoffLimit + 1) * 60 + 30);
  assert.equal(objectOf(whole, 'Job', 'migrations').spec.activeDeadlineSeconds, 1200);
});

test('a Job checks the image and the Secret first, so that helm fails soon and names the cause', () => {
  const look = objectOf(least, 'Job', 'image-and-secret');
  const job = objectOf(least, 'Job', 'migrations');
  assert.ok(weightOf(look) < weightOf(job));
  assert.ok(weightOf(look) > weightOf(objectOf(least, 'ServiceAccount', 'image-and-secret')));
  assert.equal(look.spec.activeDeadlineSeconds, 120);
  assert.equal(look.spec.backoffLimit, 0);
  const [{ image, imagePullPolicy, command, env }] = look.spec.template.spec.containers;
  const [migrator] = migratorsOf(least);
  assert.deepEqual([image, imagePullPolicy], [migrator?.image, migrator?.imagePullPolicy]);
  // A command that fails for no other reason.
  assert.deepEqual(command, ['node', '--version']);
  const secretsOf = (variables: Fields[]) =>
    variables.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
  assert.deepEqual(
    secretsOf(env),
    migratorsOf(least).flatMap((each) => secretsOf(each.env)),
  );
});

test('the notes and the README say where to look when a pod does not start', async () => {
  const events =
    /kubectl -n \S+ get events --field-selector type=Warning,reason!=Unhealthy --sort-by=[.]lastTimestamp/;
  const { stdout } = await helm(['install', 'tickets', chartFolder, '--dry-run=client', '-f', '-'], minimum);
  assert.match(stdout.slice(stdout.indexOf('NOTES:')), events);
  assert.match(readFileSync(path.join(chartFolder, 'README.md'), 'utf8'), events);
});

test('services migrate at start only when there is no migration Job', async () => {
  const without = await render({ migrations: { job: { enabled: false } } });
  assert.deepEqual(ofKind(without, 'Job'), []);
  assert.deepEqual(
    without.filter((object) => hookOf(object) === 'pre-install,pre-upgrade'),
    [],
  );
  for (const [objects, atStart] of [
    [least, 'false'],
    [without, 'true'],
  ] as const)
    for (const name of withDatabase) {
      const { env } = objectOf(objects, 'Deployment', name).spec.template.spec.containers[0];
      assert.equal(env.find((variable: Fields) => variable.name === 'MIGRATE_AT_START')?.value, atStart);
    }
});

test('each service migrates its own database, as the migration user if one is set', async () => {
  const same = (ref: string) => Object.fromEntries(withDatabase.map((name) => [name, ref]));
  assert.deepEqual(await databasesOf({}), same('venue-booking/DATABASE_URL'));
  assert.deepEqual(await databasesOf(full), {
    availability: 'postgresql/availability',
    booking: 'postgresql/booking-owner',
    catalog: 'postgresql/catalog',
    payment: 'venue-booking/DATABASE_URL',
  });
  const databaseSecretRef = { name: 'owner', key: 'uri' };
  assert.deepEqual(await databasesOf({ migrations: { databaseSecretRef } }), same('owner/uri'));
});

test('`helm test` books through the gateway’s Service with the operator’s token', () => {
  const pod = objectOf(least, 'Pod', 'smoke-test');
  assert.equal(hookOf(pod), 'test');
  const [{ args, env }] = pod.spec.containers;
  assert.deepEqual(args, ['smoke-test']);
  assert.deepEqual(env, [
    { name: 'API_URL', value: 'http://tickets-venue-booking-gateway' },
    { name: 'WIDGET_URL', value: 'http://tickets-venue-booking-widget/widget' },
    { name: 'SMOKE_VENUE', value: 'smoke-test' },
    { name: 'SMOKE_EMAIL', value: 'smoke-test@example.com' },
    {
      name: 'OPERATOR_TOKEN',
      valueFrom: { secretKeyRef: { name: 'venue-booking', key: 'OPERATOR_TOKEN' } },
    },
  ]);
  assert.ok(objectOf(least, 'Service', 'gateway'));
  assert.equal(pod.spec.restartPolicy, 'Never');
});

test('there is nothing of the smoke test when it is disabled', async () => {
  const objects = await render({ smokeTest: { enabled: false } });
  assert.deepEqual(JSON.stringify(objects).match(/smoke-test/), null);
});
