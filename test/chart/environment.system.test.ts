import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { availabilityEnv } from '@venue-booking/availability/env';
import { bookingEnv } from '@venue-booking/booking/env';
import { catalogEnv } from '@venue-booking/catalog/env';
import { gatewayEnv } from '@venue-booking/gateway/env';
import { readEnv } from '@venue-booking/kit/settings/env';
import { paymentEnv } from '@venue-booking/payment/env';
import { test } from 'vitest';
import { chartFolder, full, type KubernetesObject, objectOf, podsOf, render } from './render.ts';

const schemas: Record<string, Parameters<typeof readEnv>[0]> = {
  gateway: gatewayEnv,
  catalog: catalogEnv,
  availability: availabilityEnv,
  booking: bookingEnv,
  payment: paymentEnv,
};
/** Settings that replace the URLs of providers; they are for tests only. */
const isForTests = (name: string) => /_(API|AUTH|TOKEN)_URL$/.test(name);
/** Variables that Node itself reads. */
const ofNode = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'];
/** Variables that may come from a Secret, with sample values. */
const secrets: Record<string, string> = {
  DATABASE_URL: 'postgresql://booking@postgresql/booking',
  NATS_URL: 'nats://nats:4222',
  REDIS_URLS: 'redis://redis-0:6379,redis://redis-1:6379',
  SMTP_URL: 'smtp://mail:587',
  OPERATOR_TOKEN: 'x'.repeat(32),
  SIGNING_KEYS: `a:${'x'.repeat(43)}`,
  SECRETS_KEY: `a:${'x'.repeat(43)}`,
  STRIPE_API_KEY: 'sk_test_x',
  MOLLIE_CLIENT_ID: 'app_x',
  MOLLIE_CLIENT_SECRET: 'x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  IMAGES_URL: 'https://key:secret@s3.example/bucket',
  OIDC_CLIENT_ID: 'client-of-the-chart',
  OIDC_CLIENT_SECRET: 'x',
  SMS_URL: 'https://api-key-of-the-chart@x.api.infobip.com',
};

type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } };
const variablesOf = (objects: KubernetesObject[], service: string): Variable[] =>
  objectOf(objects, 'Deployment', service).spec.template.spec.containers[0].env;

const least = await render();
const whole = await render(full);

for (const [service, schema] of Object.entries(schemas)) {
  const known = Object.keys(schema.shape);

  test(`${service} gets no variable that it does not know, and none twice`, () => {
    for (const objects of [least, whole]) {
      const given = variablesOf(objects, service).map(({ name }) => name);
      assert.deepEqual(
        given.filter((name) => !known.includes(name) && !ofNode.includes(name)),
        [],
      );
      assert.equal(new Set(given).size, given.length);
    }
  });

  test(`${service} gets every variable that it requires`, () => {
    const given = variablesOf(least, service).map(({ name }) => name);
    const needed = known.filter((name) => !schema.shape[name]?.safeParse(undefined).success);
    assert.deepEqual(
      needed.filter((name) => !given.includes(name)),
      [],
    );
  });

  test(`every variable of ${service} can be set`, () => {
    const given = variablesOf(whole, service).map(({ name }) => name);
    assert.deepEqual(
      known.filter((name) => !given.includes(name) && !isForTests(name)),
      [],
    );
  });

  test(`${service} accepts the environment of the chart`, () => {
    for (const objects of [least, whole]) {
      const env = variablesOf(objects, service).map(({ name, value }) => [name, value ?? secrets[name]]);
      readEnv(schema, Object.fromEntries(env));
    }
  });

  test(`${service} listens on the ports of its probes`, () => {
    const [container] = objectOf(least, 'Deployment', service).spec.template.spec.containers;
    const env = variablesOf(least, service);
    const given = (variable: string) => env.find(({ name }) => name === variable)?.value;
    const ports: Record<string, number> = Object.fromEntries(
      container.ports.map(({ name, containerPort }: KubernetesObject) => [name, containerPort]),
    );
    assert.equal(given('HEALTH_PORT'), String(ports.health));
    assert.equal(given('PORT'), ports.http?.toString());
    assert.equal(ports.http !== undefined, service === 'gateway');
    assert.equal(container.livenessProbe.httpGet.port, 'health');
    assert.equal(given('HOST'), '0.0.0.0');
    assert.deepEqual(container.args, [service]);
  });
}

test('exactly the secret variables come from a Secret', () => {
  for (const service of Object.keys(schemas))
    for (const { name, value, valueFrom } of variablesOf(whole, service))
      assert.equal(valueFrom !== undefined && value === undefined, name in secrets, name);
});

test('a service can have a database Secret of its own, and a variable a Secret of its own', () => {
  const refOf = (service: string, variable: string) =>
    variablesOf(whole, service).find(({ name }) => name === variable)?.valueFrom?.secretKeyRef;
  assert.deepEqual(refOf('catalog', 'DATABASE_URL'), { name: 'postgresql', key: 'catalog' });
  assert.deepEqual(refOf('booking', 'DATABASE_URL'), { name: 'venue-booking', key: 'DATABASE_URL' });
  assert.deepEqual(refOf('booking', 'REDIS_URLS'), { name: 'redis', key: 'urls' });
  assert.deepEqual(refOf('booking', 'SMTP_URL'), { name: 'mail', key: 'SMTP_URL' });
});

test('the gateway trusts a proxy only when there is one', async () => {
  const trusted = (objects: KubernetesObject[]) =>
    variablesOf(objects, 'gateway').find(({ name }) => name === 'TRUST_PROXY')?.value;
  assert.equal(trusted(least), undefined);
  assert.equal(trusted(await render({ ingress: { enabled: true } })), '1');
  assert.equal(trusted(whole), '2');
  assert.equal(
    trusted(await render({ ingress: { enabled: true }, settings: { TRUST_PROXY: false } })),
    'false',
  );
});

test('TLS clients trust your certificate authorities, from a file that is mounted', async () => {
  for (const [values, source] of [
    [full, { configMap: { name: 'authorities', items: [{ key: 'bundle.pem', path: 'ca.crt' }] } }],
    [
      { extraCaCerts: { secret: 'tls', key: 'tls.crt' } },
      { secret: { secretName: 'tls', items: [{ key: 'tls.crt', path: 'ca.crt' }] } },
    ],
  ] as const)
    for (const { spec } of podsOf(await render(values))) {
      const [{ name, env, volumeMounts }] = spec.containers;
      const file = env.find(({ name }: Variable) => name === 'NODE_EXTRA_CA_CERTS')?.value;
      const mount = volumeMounts.find(({ name }: Variable) => name === 'ca');
      if (['widget', 'smoke-test'].includes(name)) {
        assert.deepEqual([file, mount], [undefined, undefined]);
        continue;
      }
      assert.equal(path.posix.dirname(file), mount.mountPath, name);
      const volume = spec.volumes.find((volume: Variable) => volume.name === 'ca');
      assert.deepEqual(volume, { name: 'ca', ...source });
    }
  for (const { spec } of podsOf(least))
    assert.deepEqual(
      spec.volumes.map(({ name }: Variable) => name),
      ['tmp'],
    );
});

test('NODE_OPTIONS is set for services and migrations, but not for the widget and the smoke test', () => {
  for (const { spec } of podsOf(whole))
    for (const { name, env } of spec.containers) {
      const value = env?.find(({ name }: Variable) => name === 'NODE_OPTIONS')?.value;
      assert.equal(
        value,
        ['widget', 'smoke-test'].includes(name) ? undefined : '--max-old-space-size=256',
        name,
      );
    }
});

test('a large number is written without an exponent', () => {
  const { value } = variablesOf(whole, 'booking').find(({ name }) => name === 'SWEEP_AGE_MS') ?? {};
  assert.equal(value, '3600000');
});

test('every setting of the schema is used by a service', () => {
  const schema = JSON.parse(readFileSync(path.join(chartFolder, 'values.schema.json'), 'utf8'));
  const taken = Object.keys(schemas).flatMap((service) =>
    variablesOf(whole, service).map(({ name }) => name),
  );
  for (const kind of ['settings', 'secretRefs'])
    for (const name of Object.keys(schema.properties[kind].properties)) assert.ok(taken.includes(name), name);
});
