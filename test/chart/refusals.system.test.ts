import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { chartFolder, dev, helm, least, type Values } from './render.ts';

/** The error that helm prints for values that the chart rejects. */
async function refusalOf(values: Values): Promise<string> {
  const { status, stderr } = await helm(['template', 'tickets', chartFolder, '-f', '-'], values);
  assert.notEqual(status, 0, 'helm accepted the values');
  return stderr;
}

const refused: [what: string, values: Values, sentence: RegExp][] = [
  ['a missing public URL', { existingSecret: 'x' }, /publicUrl is needed: the address that guests see/],
  [
    'a public URL with a path',
    { ...least, publicUrl: 'https://a.example/book' },
    /publicUrl.*does not match/s,
  ],
  [
    'a missing Secret',
    { publicUrl: least.publicUrl },
    /existingSecret is needed: the Secret that holds DATABASE_URL/,
  ],
  [
    'booking without Redis',
    { publicUrl: least.publicUrl, secretRefs: secretsBut('REDIS_URLS') },
    /existingSecret is needed: the Secret that holds REDIS_URLS for booking/,
  ],
  [
    'Stripe without its keys',
    { publicUrl: least.publicUrl, secretRefs: secretsBut(), stripe: { enabled: true } },
    /stripe.enabled needs existingSecret or secretRefs.STRIPE_API_KEY/,
  ],
  ['the tag latest', { ...least, image: { tag: 'latest' } }, /image.tag must not be latest/],
  [
    'custom domains that nothing routes',
    { ...least, customDomains: ['a.example'] },
    /customDomains need ingress.enabled or httpRoute.enabled/,
  ],
  [
    'an HTTPRoute without a Gateway',
    { ...least, httpRoute: { enabled: true } },
    /httpRoute.enabled needs httpRoute.parentRefs/,
  ],
  [
    'a maximum of pods below the minimum',
    { ...least, services: { booking: { autoscaling: { minReplicas: 5, maxReplicas: 3 } } } },
    /services.booking.autoscaling.minReplicas is greater than maxReplicas/,
  ],
  [
    'a queue depth metric without autoscaling',
    { ...least, services: { booking: { autoscaling: { queueDepth: { metric: 'waiting' } } } } },
    /queueDepth.metric has no effect unless autoscaling.enabled/,
  ],
  [
    'an Ingress that the network policy blocks',
    { ...least, ingress: { enabled: true }, networkPolicy: { ingressFrom: [] } },
    /no request would reach the gateway/,
  ],
  [
    'private webhooks that the network policy blocks',
    { ...least, settings: { WEBHOOK_ALLOW_PRIVATE: true } },
    /WEBHOOK_ALLOW_PRIVATE needs networkPolicy.to.webhooks.peers/,
  ],
  [
    'a client of an identity provider without an issuer',
    { ...least, oidc: { enabled: true } },
    /oidc.enabled and settings.OIDC_ISSUER need each other/,
  ],
  [
    'a migration Job that would run before the development backings',
    { ...dev, migrations: { job: { enabled: true } } },
    /devBackings.enabled needs migrations.job.enabled to be false/,
  ],
  [
    'development backings beside your own',
    { ...dev, existingSecret: 'x' },
    /devBackings.enabled creates its own Secret. Leave existingSecret/,
  ],
  [
    'a development backing without a version',
    { ...dev, devBackings: { enabled: true, images: { nats: 'nats' } } },
    /devBackings.images.nats needs a tag other than latest/,
  ],
  [
    'a migration database without a migration Job',
    { ...least, migrations: { job: { enabled: false }, databaseSecretRef: { name: 'x' } } },
    /have no effect unless migrations.job.enabled is true/,
  ],
  [
    'one migration database for services with several',
    {
      ...least,
      databaseSecretRefs: { booking: { name: 'x' } },
      migrations: { databaseSecretRef: { name: 'y' } },
    },
    /use migrations.databaseSecretRefs/,
  ],
  [
    'a migration Secret without a name',
    { ...least, migrations: { databaseSecretRef: { key: 'x' } } },
    /databaseSecretRef needs the name of a Secret/,
  ],
  [
    'a network rule for migrations without peers',
    { ...least, networkPolicy: { to: { migrations: { ports: [5432] } } } },
    /networkPolicy.to.migrations needs both ports and peers/,
  ],
  [
    'certificate authorities in two places',
    { ...least, extraCaCerts: { configMap: 'x', secret: 'y' } },
    /Set extraCaCerts.configMap or extraCaCerts.secret, not both/,
  ],
  [
    'a certificate for a host that is not served',
    { ...least, ingress: { enabled: true, tls: [{ hosts: ['other.example'] }] } },
    /ingress.tls contains other.example, which is not a host/,
  ],
  [
    'a public URL that no Ingress takes',
    { ...least, ingress: { enabled: true }, publicUrl: 'https://10.0.0.1' },
    /10.0.0.1 is not valid in an Ingress or HTTPRoute/,
  ],
  [
    'a domain in upper case',
    { ...least, ingress: { enabled: true }, publicUrl: 'https://Book.example' },
    /Book.example is not valid in an Ingress or HTTPRoute/,
  ],
  [
    'an extra variable that the chart sets itself',
    { ...least, extraEnv: { PUBLIC_URL: 'x' } },
    /extraEnv.PUBLIC_URL is set by the chart/,
  ],
  [
    'a label that selects pods',
    { ...least, podLabels: { 'app.kubernetes.io/name': 'x' } },
    /podLabels.app.kubernetes.io.name is set by the chart/,
  ],
  [
    'an interval beyond the limit of timers',
    { ...least, settings: { SWEEP_INTERVAL_MS: 2 ** 31 } },
    /SWEEP_INTERVAL_MS.*maximum/s,
  ],
  ['zero pods', { ...least, services: { booking: { replicas: 0 } } }, /minimum/],
  [
    'resources without requests',
    { ...least, services: { booking: { resources: { requests: null } } } },
    /requests/,
  ],
];

for (const [what, values, sentence] of refused)
  test(`the chart rejects ${what} with an explanation`, async () => {
    assert.match(await refusalOf(values), sentence);
  });

test('the chart rejects a release name that no Service can have, with an explanation', async () => {
  for (const release of ['1a', 'v1.2']) {
    const { status, stderr } = await helm(['template', release, chartFolder, '-f', '-'], least);
    assert.notEqual(status, 0);
    assert.match(stderr, new RegExp(`The release name ${release} cannot be part of a Service name`));
  }
});

/** The last name of each path is unknown; those before it exist. */
const misspelt: Values = {
  publicURL: 'https://a.example',
  settings: { LOGLEVEL: 'info' },
  image: { name: 'x' },
  services: {
    bookings: {},
    catalog: { replica: 3 },
    payment: { resources: { requests: { cpus: 1 } } },
    booking: { autoscaling: { queueDepth: { series: 'x' } } },
  },
  secretRefs: { REDIS_URL: { name: 'x' }, REDIS_URLS: { name: 'x', Key: 'y' } },
  databaseSecretRefs: { gateway: { name: 'x' } },
  ingress: { tls: [{ secret: 'x', hosts: [] }] },
  httpRoute: { parentRefs: [{ name: 'x', listener: 'y' }] },
  networkPolicy: { to: { nats: { port: 4222 } }, dnsTo: [{ namespaces: {} }] },
  monitoring: { rule: true },
  tolerations: [{ keys: 'x' }],
  affinity: { nodes: {} },
  extraCaCerts: { file: 'x' },
  migrations: { enabled: true, job: { ttl: 1 }, databaseSecretRefs: { gateway: { name: 'x' } } },
  smokeTest: { slug: 'x' },
  devBackings: { images: { mail: 'x' } },
};

test('the chart rejects an unknown value at any depth', async () => {
  const refusal = await refusalOf({ ...least, ...misspelt });
  const named = [...refusal.matchAll(/at '([^']*)': additional properties '([^']*)' not allowed/g)];
  assert.deepEqual(named.map(([, at, name]) => `${at}/${name}`).toSorted(), [
    '/affinity/nodes',
    '/databaseSecretRefs/gateway',
    '/devBackings/images/mail',
    '/extraCaCerts/file',
    '/httpRoute/parentRefs/0/listener',
    '/image/name',
    '/ingress/tls/0/secret',
    '/migrations/databaseSecretRefs/gateway',
    '/migrations/enabled',
    '/migrations/job/ttl',
    '/monitoring/rule',
    '/networkPolicy/dnsTo/0/namespaces',
    '/networkPolicy/to/nats/port',
    '/publicURL',
    '/secretRefs/REDIS_URL',
    '/secretRefs/REDIS_URLS/Key',
    '/services/booking/autoscaling/queueDepth/series',
    '/services/bookings',
    '/services/catalog/replica',
    '/services/payment/resources/requests/cpus',
    '/settings/LOGLEVEL',
    '/smokeTest/slug',
    '/tolerations/0/keys',
  ]);
});

test('every object in the schema lists all its properties', () => {
  const schema = JSON.parse(readFileSync(path.join(chartFolder, 'values.schema.json'), 'utf8'));
  const open: string[] = [];
  const walk = (at: string, node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'object')
      if (!('additionalProperties' in node) || node.additionalProperties === true) open.push(at);
    for (const [key, inside] of Object.entries(node)) walk(`${at}/${key}`, inside);
  };
  walk('', schema);
  assert.deepEqual(open, [
    // Kubernetes checks these itself, at any depth.
    '/properties/affinity/properties/nodeAffinity',
    '/properties/affinity/properties/podAffinity',
    '/properties/affinity/properties/podAntiAffinity',
    // Helm passes this to every chart, whatever it contains.
    '/properties/global',
  ]);
});

/** A Secret for every required variable except one. */
function secretsBut(left = ''): Values {
  const names = [
    'DATABASE_URL',
    'NATS_URL',
    'REDIS_URLS',
    'SMTP_URL',
    'OPERATOR_TOKEN',
    'SIGNING_KEYS',
    'SECRETS_KEY',
  ];
  return Object.fromEntries(names.filter((name) => name !== left).map((name) => [name, { name: 'secret' }]));
}
