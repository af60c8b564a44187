// Which part may import which: the same rules that keep the services able to run apart.

/** The folders of a service, lowest first: each imports only from those before it. */
const layers = {
  availability: [
    'schedule',
    'slots',
    'rooms',
    'zone',
    'rules',
    'addOns',
    'ledger',
    'reads',
    'reserve',
    'changes',
    'reports',
    'transfer',
  ],
  // Effects of a change, such as mail, are passed into `core` as functions (booking/wiring/effectSteps.ts).
  booking: [
    'slots',
    'limits',
    'core',
    'links',
    'webhooks',
    'changes',
    'invoices',
    'reports',
    'payments',
    'mail/transport',
    'mail/texts',
    'mail/compose',
    'mail/queue',
    'mail/send',
    'mail/venue',
    'calendar',
    'ticket',
    'waiting',
    'sms',
    'checkIn',
    'series',
    'moves',
    'desk',
    'transfer',
    'wiring',
  ],
  gateway: [
    'server',
    'http',
    'backends',
    'limits',
    'tenancy',
    'auth',
    'rest',
    'audit',
    'pages/layout',
    'pages/guest',
    'documents',
    'pages/(apps|demo|devMail|docs|pay|series|ticket|venue|waiting)',
    'images',
    'live',
    'purge',
    'admin',
    'transfer',
    'publicApi',
    'openApi',
  ],
  kit: [
    'errors',
    'settings',
    'secrets',
    'concurrency',
    'tracing',
    'logging',
    'scheduling',
    'metrics',
    'http',
    'messaging',
    'postgres',
    'events',
    'process',
  ],
  payment: [
    'providers',
    'payments',
    'refunds',
    'reconcile',
    'checkout',
    'jobs',
    'accounts',
    'connect',
    'reports',
  ],
};
const layerRules = Object.entries(layers).flatMap(([service, folders]) =>
  folders.map((folder, index) => ({
    name: `${service}-imports-one-way`,
    comment: 'The folders of a service have an order: see `layers` in .dependency-cruiser.cjs.',
    severity: 'error',
    from: { path: `^services/${service}/${folder}/`, pathNot: '[.]test[.]ts$' },
    to: {
      path: [
        `^services/${service}/(app|main|router|service|sweep)[.]ts$`,
        `^services/${service}/testing/`,
        ...folders.slice(index + 1).map((higher) => `^services/${service}/${higher}/`),
      ],
    },
  })),
);

/** The folders of the widget, in the same order. */
const widgetFolders = [
  'browser',
  'texts',
  'element',
  'api',
  'booking',
  'flow',
  'styles',
  'icons',
  'pickers',
  'steps',
];
const widgetRules = widgetFolders.map((folder, index) => ({
  name: 'widget-imports-one-way',
  comment: 'The folders of the widget have an order: see `widgetFolders` in .dependency-cruiser.cjs.',
  severity: 'error',
  from: { path: `^widget-vue/src/${folder}/`, pathNot: '[.]test[.]ts$' },
  to: {
    path: [
      '^widget-vue/src/(main[.]ts|VenueBooking[.]vue)$',
      ...widgetFolders.slice(index + 1).map((higher) => `^widget-vue/src/${higher}/`),
    ],
  },
}));

const orderRules = Object.entries(layers).map(([service, folders]) => ({
  name: `${service}-folders-have-a-place`,
  comment: 'A new folder needs its place in `layers`.',
  severity: 'error',
  from: { path: `^services/${service}/[^/]+[.]ts$`, pathNot: '[.]test[.]ts$' },
  to: {
    path: `^services/${service}/[^/]+/`,
    pathNot: `^services/${service}/(gen|node_modules|${folders.join('|')})/`,
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    ...widgetRules,
    {
      name: 'no-circles',
      comment: 'Data flows one way; take the shared part out into a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'services-talk-by-calls-and-events',
      comment: 'A service imports nothing of another one but the type of its router.',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: ['^services/one-process/', '[.]test[.]ts$'] },
      to: {
        path: '^services/',
        pathNot: ['^services/$1/', '^services/kit/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-the-router-type-is-public',
      comment: 'What another service may know of a service is its router and the shapes in proto.',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: ['^services/one-process/', '[.]test[.]ts$'] },
      to: { path: '^services/', pathNot: ['^services/$1/', '^services/kit/', '/router[.]ts$'] },
    },
    ...orderRules,
    {
      name: 'kit-knows-no-service',
      comment: 'It is the runtime of any service: of proto it knows messages and failures, but no bookings.',
      severity: 'error',
      from: { path: '^services/kit/' },
      to: {
        path: '^(services|domain|proto)/',
        pathNot: [
          '^services/kit/',
          '^proto/src/(primitives|failures|events|subjects)[.]ts$',
          '^proto/src/auth/securityEvent[.]ts$',
          '^proto/src/reports/deadLetter[.]ts$',
        ],
      },
    },
    {
      name: 'proto-stands-alone',
      comment: 'It has the shapes of what crosses a process; rules about them are in domain.',
      severity: 'error',
      from: { path: '^proto/' },
      to: { path: '^(cli|domain|services|test|tools|widget-vue)/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules compute: no input or output, no clock, no environment.',
      severity: 'error',
      from: { path: '^domain/', pathNot: ['[.]test[.]ts$', '^domain/testing/'] },
      to: { pathNot: ['^domain/', '^proto/src/', '^node_modules/temporal-polyfill/'] },
    },
    {
      name: 'the-command-line-is-a-client',
      comment: 'It knows the API by the shapes in proto, as any other client could.',
      severity: 'error',
      from: { path: '^cli/' },
      to: {
        path: ['^(services|test|tools|widget-vue)/', '[.]test[.]ts$'],
        pathNot: '^tools/setup/(node|setupError)[.]mjs$',
      },
    },
    {
      name: 'nobody-needs-the-command-line',
      severity: 'error',
      from: { path: '^(domain|services|tools|widget-vue)/' },
      to: { path: '^cli/' },
    },
    {
      name: 'the-widget-runs-in-a-browser',
      comment: 'It knows the API by the shapes in proto; nothing else of the repository gets to guests.',
      severity: 'error',
      from: { path: '^widget-vue/src/' },
      to: { path: ['^(services|test|tools)/', '^widget-vue/(tools|dist)/'] },
    },
    {
      name: 'the-widget-takes-types-alone',
      comment: 'A schema in the script would weigh more than the widget.',
      severity: 'error',
      from: { path: '^widget-vue/src/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^(domain|proto)/',
        pathNot: '^domain/booking/solveProof[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-owners-page-is-a-client',
      comment: 'It knows the admin API by the shapes in proto, and takes no code from there.',
      severity: 'error',
      from: { path: '^admin-vue/src/' },
      to: { path: ['^(cli|services|test|tools|widget-vue)/', '^admin-vue/(tools|dist)/'] },
    },
    {
      name: 'the-owners-page-takes-types-alone',
      comment:
        'Schemas are large. These files import none: colours, deposits, statements, names of a language, countries, e-mail addresses and proofs of work.',
      severity: 'error',
      from: { path: '^admin-vue/src/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^(domain|proto)/',
        pathNot:
          '^(domain/(brand|booking/solveProof[.]ts|payment/(deposit|restStep)[.]ts|statement/statementSections[.]ts|wording/(nameIn|../statement)[.]ts)|proto/src/(emailAddress|payment/minDeposit|invoice/countries)[.]ts)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nobody-needs-the-owners-page',
      comment: 'It is served as it is built.',
      severity: 'error',
      from: { path: '^(cli|domain|proto|services|tools|widget-vue)/' },
      to: { path: '^admin-vue/' },
    },
    {
      name: 'nobody-needs-the-widget',
      comment: 'It is served as it is built.',
      severity: 'error',
      from: { path: '^(cli|domain|proto|services|tools)/' },
      to: { path: '^widget-vue/' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: {
        path: '^(admin-vue|domain|proto|services|widget-vue)/',
        pathNot: ['[.]test[.]ts$', '/test[A-Z][^/]*[.]ts$'],
      },
      to: { path: ['^test/', '[.]test[.]ts$', '^tools/'] },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      // Nuxt's name for what the app that uses a module has.
      to: { couldNotResolve: true, pathNot: '^#imports$' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/gen/'] },
    // A host is a website of its own, with dependencies of its own.
    exclude: { path: ['/dist/', '^test/hosts/apps/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.vue', '.mjs', '.js', '.json'],
    },
    skipAnalysisNotInRules: true,
  },
};
