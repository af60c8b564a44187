// Generates code from the Prisma schemas, the protobuf files, and the sources of the widget, its wrappers and
// the dashboard.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { forSetUp, withTools } from './environment.mjs';
import { hashOf } from './install.mjs';
import { pickNode } from './node.mjs';
import { SetupError } from './setupError.mjs';

const longestMs = 120_000;

/** All generators of this clone, each with a hash of its sources and a check that its outputs exist. */
export function generators(root) {
  const services = path.join(root, 'services');
  const prisma = listFolder(services)
    .filter((name) => existsSync(path.join(services, name, 'prisma', 'schema.prisma')))
    .map((name) => prismaGenerator(root, path.join(services, name)));
  const proto = path.join(root, 'proto');
  const widget = path.join(root, 'widget-vue');
  const admin = path.join(root, 'admin-vue');
  return [
    ...prisma,
    ...(existsSync(path.join(proto, 'buf.gen.yaml')) ? [bufGenerator(root, proto)] : []),
    ...(existsSync(path.join(widget, 'tools', 'build.ts')) ? [widgetGenerator(root, widget)] : []),
    ...(existsSync(path.join(admin, 'tools', 'build.ts')) ? [adminGenerator(root, admin)] : []),
  ];
}

function prismaGenerator(root, folder) {
  const schema = path.join(folder, 'prisma', 'schema.prisma');
  const outputs = [...readFileSync(schema, 'utf8').matchAll(/^\s*output\s*=\s*"([^"]+)"/gm)].map(
    ([, output]) => path.resolve(path.dirname(schema), output),
  );
  return {
    name: path.relative(root, schema),
    hash: hashOf([schema], versionOf(root, 'prisma')),
    outputsExist: () => outputs.every((output) => existsSync(output)),
    cwd: folder,
    args: [path.join(root, 'node_modules', 'prisma', 'build', 'index.js'), 'generate'],
  };
}

function bufGenerator(root, folder) {
  const config = path.join(folder, 'buf.gen.yaml');
  const outputs = [...readFileSync(config, 'utf8').matchAll(/^\s*(?:-\s*)?out:\s*["']?([^"'\s#]+)/gm)].map(
    ([, output]) => path.resolve(folder, output),
  );
  const configs = listFolder(folder).filter((name) => /^buf.*\.yaml$/.test(name));
  const sources = listFiles(path.join(folder, 'events')).filter((file) => file.endsWith('.proto'));
  return {
    name: 'proto',
    hash: hashOf(
      [...configs.map((name) => path.join(folder, name)), ...sources],
      versionOf(root, '@bufbuild/buf') + versionOf(root, '@bufbuild/protoc-gen-es'),
    ),
    outputsExist: () => outputs.every((output) => existsSync(output)),
    cwd: folder,
    args: [path.join(root, 'node_modules', '@bufbuild', 'buf', 'bin', 'buf'), 'generate'],
  };
}

// The widget imports only types of proto, which do not affect the script, and one file of domain.
function widgetGenerator(root, folder) {
  const wrappers = listFolder(path.join(folder, 'wrappers')).map((name) =>
    path.join('wrappers', name, 'src'),
  );
  const sources = ['src', 'tools', ...wrappers].flatMap((name) => listFiles(path.join(folder, name)));
  const made = [
    ...sources.filter((file) => !/\.(test|check)\.tsx?$/.test(file)),
    path.join(folder, 'wrappers/html/index.html'),
    path.join(root, 'LICENSE'),
    path.join(root, 'domain/booking/solveProof.ts'),
  ].filter(existsSync);
  const versions = ['vue', 'vite', 'rolldown', '@vitejs/plugin-vue', 'typescript'].map((name) =>
    versionOf(root, name),
  );
  return {
    name: 'widget-vue',
    hash: hashOf([...made, path.join(folder, 'vite.config.ts')], versions.join()),
    outputsExist: () =>
      ['.', 'wrappers/vue', 'wrappers/nuxt', 'wrappers/react'].every((name) =>
        ['dist', 'LICENSE'].every((made) => existsSync(path.join(folder, name, made))),
      ),
    cwd: root,
    args: [path.join(folder, 'tools', 'build.ts'), '--any-size'],
  };
}

function adminGenerator(root, folder) {
  const sources = ['src', 'public', 'tools'].flatMap((name) => listFiles(path.join(folder, name)));
  const configs = ['index.html', 'vite.config.ts', 'package.json'].map((name) => path.join(folder, name));
  const versions = ['vue', 'vue-router', 'reka-ui', 'vite', 'rolldown', '@vitejs/plugin-vue'];
  return {
    name: 'admin-vue',
    hash: hashOf([...sources, ...configs], versions.map((name) => versionOf(root, name)).join()),
    outputsExist: () => existsSync(path.join(folder, 'dist', 'index.html')),
    cwd: root,
    args: [path.join(folder, 'tools', 'build.ts')],
  };
}

/** Runs a generator. Shows its output only if it fails. */
export async function runGenerator(root, { name, cwd, args }) {
  const node = pickNode(root);
  let output = '';
  const code = await new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: withTools(forSetUp(process.env, root), root, node),
      timeout: longestMs,
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  if (code === 0) return;
  throw new SetupError(
    `Generating code from ${name} failed (${code}): correct it as said here, then run this again.\n${output.trim()}`,
  );
}

// A new version of a generator may generate different code from the same source.
function versionOf(root, name) {
  const file = path.join(root, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : '';
}

const listFolder = (folder) => (existsSync(folder) ? readdirSync(folder).sort() : []);

function listFiles(folder) {
  return listFolder(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? listFiles(file) : [file];
  });
}
