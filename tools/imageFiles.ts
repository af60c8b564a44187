// `node tools/imageFiles.ts <part> <folder>`: writes one part of the images to a folder. The Dockerfile runs
// it part by part, so that unchanged parts stay cached.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const services = globSync('services/*', { cwd: root })
  .map((name) => name.replaceAll(path.sep, '/'))
  .filter((name) => name !== 'services/one-process')
  .sort();
const workspaces = [
  'domain',
  'proto',
  ...services.filter((name) => existsSync(path.join(root, name, 'package.json'))),
];

/** Files in the services' folders that are only needed for development. */
const forDevelopment = /[.]test[.]ts$|[/]testing[/]|[.]md$|[/]prisma[.]config[.]ts$|[/]schema[.]prisma$/;

/**
 * Files of installed packages that never run here: types, source maps, manuals, Prisma's compilers for other
 * databases.
 */
const neverRun = [
  'node_modules/{typescript,@types,.bin}',
  // Also in a service's own node_modules, where it needs another version of a package.
  '{.,services/*}/node_modules/**/*.{map,ts,mts,cts}',
  '{.,services/*}/node_modules/**/{README,CHANGELOG,HISTORY,readme,changelog,history}.md',
  'node_modules/@jsquash/{avif,jpeg}/codec/enc',
  'node_modules/@jsquash/resize/lib/{hqx,magic-kernel}/**/*.wasm',
  // Builds for browsers and CommonJS, and other styles of the font.
  'node_modules/pdfkit/{.yarn,js/pdfkit.js,js/pdfkit.standalone.js,js/pdfkit.*old*,js/pdfkit.browser.*,js/**/*.cjs}',
  'node_modules/fontkit/{src,dist/*.cjs,dist/browser-module.mjs}',
  'node_modules/{@noble/*/src,@swc/helpers/cjs,brotli/build}',
  'node_modules/roboto-fontface/{css,fonts/roboto-*,fonts/roboto/*.woff2}',
  'node_modules/roboto-fontface/fonts/roboto/*{Thin,Light,Medium,Black,Italic}*',
  // Builds for browsers and ES modules of the library for invoices and of what it loads.
  'node_modules/@e-invoice-eu/core/dist/{e-invoice-eu.esm.js,e-invoice-eu.js,e-invoice-eu.min.js,*.tsbuildinfo}',
  'node_modules/@cantoo/pdf-lib/{src,ts3.4,es,dist}',
  'node_modules/@e965/xlsx/{dist/*{min,full,core,shim,extend,mini,zahl}*,bin,types,xlsx.mjs,xlsxworker.js}',
  'node_modules/{ajv/lib,culori/src,culori/bundled/{culori.js,*.min.*,*.umd.*,*.mjs,meta.json},xmlbuilder2/lib/*.min.js}',
  'node_modules/csv-stringify/dist/{iife,umd}',
  // CommonJS builds of tRPC and OpenTelemetry, and names of attributes that it does not use. Prisma requires
  // the API of OpenTelemetry if it is there.
  'node_modules/@trpc/**/*.cjs',
  'node_modules/@opentelemetry/{core,exporter-*,otlp-*,resources,sdk-*,semantic-conventions}/**/*.cjs',
  'node_modules/@opentelemetry/semantic-conventions/dist/{experimental_*,index-incubating*}',
  'node_modules/swagger-ui-dist/{swagger-ui-es-*,swagger-ui.js,swagger-ui-standalone-preset.*}',
  'node_modules/bintrees/{test,benchmark,examples,dist}',
  'node_modules/@prisma/client/runtime/{wasm-compiler-edge.*,query_compiler_*.wasm-base64.js}',
  'node_modules/@prisma/client/runtime/query_compiler_fast_bg.*',
  'node_modules/@prisma/client/runtime/query_compiler_small_bg.{cockroachdb,mysql,sqlite,sqlserver}.*',
];

/** The development packages that generate code. The packages that build the dashboard are added below. */
const generators = ['@bufbuild/buf', '@bufbuild/protoc-gen-es', 'prisma'];
const adminManifest = path.join(root, 'admin-vue/package.json');
const onlyTypes = /^@venue-booking\/|^vue-tsc$/;

const parts = {
  packages: installPackages,
  generators: installGenerators,
  sources: copySources,
  'one-process': copyOneProcess,
};
const [part = '', target] = process.argv.slice(2);
if (!target || !(part in parts))
  throw new Error(`Usage: node tools/imageFiles.ts <${Object.keys(parts).join('|')}> <folder>`);
const folder = path.resolve(target);
parts[part as keyof typeof parts]();

/** Installs the services' production dependencies, exactly as locked. */
function installPackages(): void {
  const manifests = globSync('{package.json,package-lock.json,.npmrc,{proto,domain,cli}/package.json}', {
    cwd: root,
  });
  const others = globSync('{services/*,admin-vue,widget-vue,widget-vue/wrappers/*}/package.json', {
    cwd: root,
  });
  makeFolder([...manifests, ...others]);
  npmCi([...workspaces.map((name) => `--workspace=${name}`), '--omit=dev', '--omit=optional']);
  // Only npm reads these. The root's package.json stays, because it makes the files ES modules.
  for (const file of [
    'package-lock.json',
    '.npmrc',
    'cli',
    'admin-vue',
    'widget-vue',
    'services/one-process',
  ])
    rmSync(path.join(folder, file), { recursive: true, force: true });
  for (const pattern of neverRun)
    for (const found of globSync(pattern, { cwd: folder }))
      rmSync(path.join(folder, found), { recursive: true, force: true });
}

/** Installs the generators, exactly as locked: a quarter of the development dependencies. */
function installGenerators(): void {
  makeFolder(['package.json', 'package-lock.json', '.npmrc']);
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const ofAdmin = JSON.parse(readFileSync(adminManifest, 'utf8')).devDependencies as Record<string, string>;
  const devDependencies = {
    ...Object.fromEntries(generators.map((name) => [name, manifest.devDependencies[name]])),
    ...Object.fromEntries(Object.entries(ofAdmin).filter(([name]) => !onlyTypes.test(name))),
  };
  // `npm ci` accepts a lock file with more packages than the manifest.
  const less = { ...manifest, workspaces: undefined, optionalDependencies: undefined, devDependencies };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(less));
  npmCi([]);
}

/** Adds the services' code and generated code, with types stripped so that Node need not do it at start. */
function copySources(): void {
  if (existsSync(path.join(folder, 'LICENSE')))
    throw new Error(`${folder} already contains sources. Give another folder.`);
  copyCode(['LICENSE', 'admin-vue/dist', 'proto/src', 'proto/gen', 'domain', ...services]);
  for (const name of services)
    if (existsSync(path.join(root, name, 'prisma')) && !existsSync(path.join(folder, name, 'gen')))
      throw new Error(`${name}/gen is missing: run \`npm run generate\` first.`);
}

/** Adds what the image of the whole product has in addition: single-process mode and the widget. */
function copyOneProcess(): void {
  copyCode(['services/one-process', 'widget-vue/dist']);
}

/** Copies files and folders of this clone without what only development needs, and strips types. */
function copyCode(names: string[]): void {
  for (const name of names) {
    const from = path.join(root, name);
    if (!existsSync(from)) throw new Error(`${name} is missing: run \`npm run generate\` first.`);
    cpSync(from, path.join(folder, name), {
      recursive: true,
      filter: (file) => path.basename(file) !== 'node_modules' && !forDevelopment.test(file),
    });
  }
  for (const file of globSync('{domain,proto,services}/**/*.ts', {
    cwd: folder,
    exclude: ['**/node_modules'],
  })) {
    const code = path.join(folder, file);
    writeFileSync(code, stripTypeScriptTypes(readFileSync(code, 'utf8')));
  }
}

function makeFolder(files: string[]): void {
  if (existsSync(folder)) throw new Error(`${folder} already exists. Give a new folder.`);
  mkdirSync(folder, { recursive: true });
  for (const file of files) cpSync(path.join(root, file), path.join(folder, file));
}

function npmCi(args: string[]): void {
  // `npm run` passes the paths of npm and its Node.
  const { npm_execpath: own, npm_node_execpath: node = process.execPath } = process.env;
  const [npm, first] = own?.endsWith('npm-cli.js') ? [node, [own]] : ['npm', []];
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync(npm, [...first, 'ci', ...args, ...quietly], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  });
  if (status !== 0) throw new Error(`npm ci failed${error ? `: ${error.message}` : ', see above'}.`);
}
