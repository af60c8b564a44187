import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { npm, output } from '../hosts/npm.ts';
import type { Program } from '../servers/executable.ts';
import { findProgram } from '../servers/program.ts';

const run = promisify(execFile);

/**
 * Arguments that build our images on substitutes, and arguments that mount the libraries of Debian's Caddy
 * into the widget image. The real Caddy image needs none.
 */
export type ReplacementImages = { buildArgs: string[]; caddyArgs: string[] };

/**
 * Creates base images from programs of this machine and the libraries that they load: Node and npm for the
 * bases that build, Node's libraries for the base that runs Node, and Caddy.
 */
export async function importReplacementImages(engine: string, folder: string): Promise<ReplacementImages> {
  const caddy = await findProgram(['caddy']);
  const [node, runtime, server] = [
    path.join(folder, 'node'),
    path.join(folder, 'run'),
    path.join(folder, 'caddy'),
  ];
  const libraries = await librariesOf({ file: process.execPath });
  for (const base of [node, runtime]) {
    // librt is part of the C library. No program here loads it, but native code of a package may.
    copyInto(base, [
      ...libraries,
      ...libraries.map((file) => path.join(path.dirname(file), 'librt.so.1')).filter(existsSync),
    ]);
    mkdirSync(path.join(base, 'etc'));
    writeFileSync(path.join(base, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  }
  for (const file of ['/bin/sh', '/bin/cp', '/bin/true', '/usr/bin/env', '/usr/bin/find']) {
    copyInto(node, [file], file);
    copyInto(node, await librariesOf({ file }));
  }
  copyInto(node, [process.execPath], '/usr/local/bin/node');
  await copyNpm(node, folder);
  copyInto(server, [caddy.file], '/usr/bin/caddy');
  const images = await Promise.all(
    Object.entries({ node, runtime, caddy: server }).map(([name, base]) => importImage(engine, name, base)),
  );
  const cache = process.env.npm_config_cache ?? path.join(homedir(), '.npm');
  mkdirSync(cache, { recursive: true });
  const bases = ['NODE', 'RUNTIME', 'CADDY'].map((name, index) => `${name}_IMAGE=${images[index]}`);
  return {
    buildArgs: [...bases.flatMap((base) => ['--build-arg', base]), '--volume', `${cache}:/npm-cache`],
    caddyArgs: [
      ...['--env', 'CADDY_OPTIONS='],
      ...(await librariesOf(caddy)).flatMap((file) => [
        '--volume',
        `${realpathSync(file)}:${placeOf(file)}:ro`,
      ]),
    ],
  };
}

async function importImage(engine: string, name: string, folder: string): Promise<string> {
  const image = `localhost/replacement-${name}:test`;
  const ca = existsSync(path.join(folder, 'etc/extra-ca.pem'));
  const change = ca ? "-c 'ENV NODE_EXTRA_CA_CERTS=/etc/extra-ca.pem'" : '';
  const script = `tar -C "$2" --owner 0 --group 0 -c . | "$1" import -q ${change} - ${image}`;
  await output('sh', ['-c', script, 'sh', engine, folder], folder);
  return image;
}

/** The libraries that a program loads, and the loader. */
async function librariesOf({ file, env }: Program): Promise<string[]> {
  const { stdout } = await run('ldd', [file], { env: { PATH: process.env.PATH, ...env } });
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, library = '']) => library);
}

/** The path at which programs look for a library, wherever it was found. */
const placeOf = (file: string) =>
  file.startsWith('/lib') ? file : path.join('/usr/lib', path.basename(file));

function copyInto(folder: string, files: string[], as?: string): void {
  for (const file of files) {
    const target = path.join(folder, as ?? placeOf(file));
    mkdirSync(path.dirname(target), { recursive: true });
    if (!existsSync(target)) copyFileSync(realpathSync(file), target);
  }
}

/** Copies npm and this machine's registry settings. */
async function copyNpm(base: string, folder: string): Promise<void> {
  const target = path.join(base, 'usr/local/lib/node_modules/npm');
  const own = path.resolve(process.env.npm_execpath ?? '/usr/lib/node_modules/npm/bin/npm-cli.js', '../..');
  if (existsSync(path.join(own, 'node_modules'))) cpSync(own, target, { recursive: true });
  else {
    // Debian splits npm into many packages.
    const archive = (await npm(folder, ['pack', 'npm@11.6.2'])).trim();
    mkdirSync(target, { recursive: true });
    await run('tar', ['-xzf', path.join(folder, archive), '-C', target, '--strip-components=1']);
  }
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(base, 'usr/local/bin/npm'));
  const { npm_config_registry: registry, NODE_EXTRA_CA_CERTS: ca } = process.env;
  const settings = ['cache=/npm-cache', 'prefer-offline=true', ...(registry ? [`registry=${registry}`] : [])];
  mkdirSync(path.join(base, 'usr/local/etc'), { recursive: true });
  writeFileSync(path.join(base, 'usr/local/etc/npmrc'), `${settings.join('\n')}\n`);
  if (ca) copyInto(base, [ca], '/etc/extra-ca.pem');
}
