// `node tools/imageFiles.ts <folder>`: all that an image of the services holds, put into a new folder. The Dockerfile runs it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const workspaces = [
  'proto',
  ...['availability', 'booking', 'catalog', 'gateway', 'kit', 'payment'].map((name) => `services/${name}`),
];
/** What the services' folders hold for those who work on them. */
const forDevelopment = /[.]test[.]ts$|[/]test[A-Z]\w*[.]ts$|[/]prisma[.]config[.]ts$|[/]schema[.]prisma$/;

/** Of installed packages, what never runs here: types, source maps, manuals, Prisma's compilers for other databases. */
const neverRun = [
  'node_modules/{typescript,@types,.bin}',
  'node_modules/**/*.{map,ts,mts,cts}',
  'node_modules/**/{README,CHANGELOG,HISTORY,readme,changelog,history}.md',
  'node_modules/@prisma/client/runtime/query_compiler_small_bg.*',
  'node_modules/@prisma/client/runtime/query_compiler_fast_bg.{cockroachdb,mysql,sqlite,sqlserver}.*',
];

const [target] = process.argv.slice(2);
if (!target) throw new Error('Usage: node tools/imageFiles.ts <folder>');
const folder = path.resolve(target);
if (existsSync(folder)) throw new Error(`${folder} is there already: give a folder that is not.`);
mkdirSync(folder, { recursive: true });

install();
copySources();
for (const pattern of neverRun)
  for (const found of globSync(pattern, { cwd: folder }))
    rmSync(path.join(folder, found), { recursive: true, force: true });

/** Installs what the services need when they run, exactly as locked. */
function install(): void {
  const manifests = globSync(['package.json', 'package-lock.json', '.npmrc', '{proto,cli}/package.json'], {
    cwd: root,
  });
  const others = globSync('{services/*,widget-vue,widget-vue/wrappers/*}/package.json', { cwd: root });
  for (const file of [...manifests, ...others]) cpSync(path.join(root, file), path.join(folder, file));
  const args = ['--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  // Under `npm run`, npm says where it is, and its Node.
  const { npm_execpath: own, npm_node_execpath: node = process.execPath } = process.env;
  const [npm, first] = own?.endsWith('npm-cli.js') ? [node, [own]] : ['npm', []];
  const these = workspaces.map((workspace) => `--workspace=${workspace}`);
  const { status, error } = spawnSync(npm, [...first, 'ci', ...these, ...args, '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  });
  if (status !== 0) throw new Error(`npm ci failed${error ? `: ${error.message}` : ', see above'}.`);
  // Read by npm only, but for the root's, which says that files here are modules.
  for (const file of ['package-lock.json', '.npmrc', 'cli', 'widget-vue', 'services/all'])
    rmSync(path.join(folder, file), { recursive: true, force: true });
}

function copySources(): void {
  for (const name of ['LICENSE', 'services/run.ts', 'proto/src', 'proto/gen', ...workspaces.slice(1)]) {
    const from = path.join(root, name);
    if (!existsSync(from)) throw new Error(`${name} is missing: run \`npm run generate\` first.`);
    cpSync(from, path.join(folder, name), {
      recursive: true,
      filter: (file) => path.basename(file) !== 'node_modules' && !forDevelopment.test(file),
    });
  }
  for (const name of workspaces.slice(1))
    if (existsSync(path.join(root, name, 'prisma')) && !existsSync(path.join(folder, name, 'gen')))
      throw new Error(`${name}/gen is missing: run \`npm run generate\` first.`);
}
