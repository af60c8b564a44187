import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { availabilityEnv } from '@venue-booking/availability/env';
import { bookingEnv } from '@venue-booking/booking/env';
import { catalogEnv } from '@venue-booking/catalog/env';
import { gatewayEnv } from '@venue-booking/gateway/env';
import { readEnv } from '@venue-booking/kit/env';
import { paymentEnv } from '@venue-booking/payment/env';
import { chartFolder, full, type KubernetesObject, objectOf, render } from './render.ts';

const schemas: Record<string, Parameters<typeof readEnv>[0]> = {
  gateway: gatewayEnv,
  catalog: catalogEnv,
  availability: availabilityEnv,
  booking: bookingEnv,
  payment: paymentEnv,
};
/** Other addresses of the providers: the services take them for tests alone. */
const forTests = ['STRIPE_API_URL', 'MOLLIE_API_URL'];
/** What a Secret may hold. */
const secrets: Record<string, string> = {
  DATABASE_URL: 'postgresql://booking@postgresql/booking',
  NATS_URL: 'nats://nats:4222',
  REDIS_URLS: 'redis://redis-0:6379,redis://redis-1:6379',
  SMTP_URL: 'smtp://mail:587',
  OPERATOR_TOKEN: 'x'.repeat(32),
  SIGNING_KEYS: `a:${'x'.repeat(43)}`,
  SECRETS_KEY: `a:${'x'.repeat(43)}`,
  STRIPE_API_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};

type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } };
const variablesOf = (objects: KubernetesObject[], service: string): Variable[] =>
  objectOf(objects, 'Deployment', service).spec.template.spec.containers[0].env;

const least = await render();
const whole = await render(full);

for (const [service, schema] of Object.entries(schemas)) {
  const known = Object.keys(schema.shape);

  test(`${service} is given no variable that it does not know, and none twice`, () => {
    for (const objects of [least, whole]) {
      const given = variablesOf(objects, service).map(({ name }) => name);
      assert.deepEqual(
        given.filter((name) => !known.includes(name)),
        [],
      );
      assert.equal(new Set(given).size, given.length);
    }
  });

  test(`${service} is given every variable that it needs`, () => {
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
      known.filter((name) => !given.includes(name) && !forTests.includes(name)),
      [],
    );
  });

  test(`${service} starts with what it is given`, () => {
    for (const objects of [least, whole]) {
      const env = variablesOf(objects, service).map(({ name, value }) => [name, value ?? secrets[name]]);
      readEnv(schema, Object.fromEntries(env));
    }
  });

  test(`${service} listens where its probes ask`, () => {
    const [container] = objectOf(least, 'Deployment', service).spec.template.spec.containers;
    const variable = service === 'gateway' ? 'PORT' : 'HEALTH_PORT';
    const env = variablesOf(least, service);
    assert.equal(env.find(({ name }) => name === variable)?.value, String(container.ports[0].containerPort));
    assert.equal(env.find(({ name }) => name === 'HOST')?.value, '0.0.0.0');
    assert.deepEqual(container.args, [service]);
  });
}

test('whatever is secret comes from a Secret', () => {
  for (const service of Object.keys(schemas))
    for (const { name, value, valueFrom } of variablesOf(whole, service))
      assert.equal(valueFrom !== undefined && value === undefined, name in secrets, name);
});

test('a service may have a database, and a variable a Secret, of its own', () => {
  const refOf = (service: string, variable: string) =>
    variablesOf(whole, service).find(({ name }) => name === variable)?.valueFrom?.secretKeyRef;
  assert.deepEqual(refOf('catalog', 'DATABASE_URL'), { name: 'postgresql', key: 'catalog' });
  assert.deepEqual(refOf('booking', 'DATABASE_URL'), { name: 'venue-booking', key: 'DATABASE_URL' });
  assert.deepEqual(refOf('booking', 'REDIS_URLS'), { name: 'redis', key: 'urls' });
  assert.deepEqual(refOf('booking', 'SMTP_URL'), { name: 'mail', key: 'SMTP_URL' });
});

test('a proxy is believed only when there is one', async () => {
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

test('a large number is written out', () => {
  const { value } = variablesOf(whole, 'booking').find(({ name }) => name === 'SWEEP_AGE_MS') ?? {};
  assert.equal(value, '3600000');
});

test('there is no setting that no service takes', () => {
  const schema = JSON.parse(readFileSync(path.join(chartFolder, 'values.schema.json'), 'utf8'));
  const taken = Object.keys(schemas).flatMap((service) =>
    variablesOf(whole, service).map(({ name }) => name),
  );
  for (const kind of ['settings', 'secretRefs'])
    for (const name of Object.keys(schema.properties[kind].properties)) assert.ok(taken.includes(name), name);
});
