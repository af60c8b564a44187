import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { makeImage } from '../../services/gateway/testing/makeImage.ts';
import { importTool } from '../chart/tools.ts';
import { startChildServer } from '../servers/childServer.ts';
import { claimPort } from '../servers/claimPort.ts';
import { startDebianPostgres } from '../servers/debianPostgres.ts';
import { findProgram } from '../servers/program.ts';
import { startSmtp } from '../servers/smtp.ts';
import { apiOf, daysAhead, eventually } from '../stack/api.ts';
import { runCommand } from '../stack/runCommand.ts';
import { runProcess, type ServiceProcess } from '../stack/serviceProcess.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const HOST = 'book.example.test';

const { parse } = await importTool<{ parse(text: string, options: { merge: true }): unknown }>(
  'yaml/dist/index.js',
);
// biome-ignore lint/suspicious/noExplicitAny: Docker validates the file when it starts
type Services = Record<string, any>;
const { services } = parse(readFileSync(path.join(root, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Services;
};

describe('one server, as compose.yaml runs it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vb-one-server-'));
  const secrets = path.join(folder, 'secrets');
  const backups = path.join(folder, 'backups');
  const secret = (name: string) => readFileSync(path.join(secrets, name), 'utf8').trim();
  let database: Awaited<ReturnType<typeof startDebianPostgres>>;
  let caddy: Awaited<ReturnType<typeof startChildServer>>;
  let mail: Awaited<ReturnType<typeof startSmtp>>;
  let product: ServiceProcess;
  let api: ReturnType<typeof apiOf>;
  let internal: string;
  let httpsPort: number;
  let certificates: string;

  beforeAll(async () => {
    const { code, err } = await runCommand(['make-secrets', secrets, '127.0.0.1'], {});
    assert.deepEqual([code, err], [0, '']);
    mkdirSync(backups);
    database = await startDebianPostgres('venue_booking', secret('database/password'));
    await inDatabase('postgres', 'CREATE DATABASE venue_booking');
    mail = await startSmtp();
    const [port, healthPort] = [await claimPort(), await claimPort()];
    httpsPort = await claimPort();
    internal = `http://127.0.0.1:${healthPort}`;
    product = runProcess(
      'product',
      { file: process.execPath, args: [path.join(root, 'services/run.ts'), 'one-process'] },
      {
        ...filesOf(services.product.environment),
        // The database listens on a port of the test.
        DATABASE_URL: secret('product/database-url').replace('127.0.0.1:5432', new URL(database.url).host),
        DATABASE_URL_FILE: '',
        PUBLIC_URL: `https://${HOST}`,
        BASE_DOMAIN: 'venues.example.test',
        SMTP_URL: mail.url,
        TRUST_PROXY: services.product.environment.TRUST_PROXY,
        PORT: String(port),
        HEALTH_PORT: String(healthPort),
      },
    );
    api = apiOf(`http://127.0.0.1:${port}`, secret('product/operator-token'));
    await untilReady();
    caddy = await startChildServer({
      name: 'caddy',
      program: await findProgram(['caddy']),
      scheme: 'http',
      args: () => ['run', '--config', path.join(root, 'compose/Caddyfile'), '--adapter', 'caddyfile'],
      env: (httpPort, own) => {
        certificates = path.join(own, 'caddy/pki/authorities/local');
        const options = [
          ...['local_certs', 'skip_install_trust', 'admin off', 'default_bind 127.0.0.1'],
          ...[`http_port ${httpPort}`, `https_port ${httpsPort}`],
        ];
        return {
          ...{ BOOKING_HOST: HOST, PRODUCT: `127.0.0.1:${port}`, PRODUCT_INTERNAL: internal.slice(7) },
          // The port is claimed with a UDP socket.
          ...{ CADDY_SERVER_OPTIONS: 'protocols h1 h2' },
          ...{ CADDY_OPTIONS: options.join('\n'), XDG_CONFIG_HOME: own, XDG_DATA_HOME: own },
        };
      },
      greeting: { send: `GET / HTTP/1.0\r\nHost: ${HOST}\r\n\r\n`, expect: 'HTTP/1.0 308' },
    });
  });
  afterAll(async () => {
    await caddy?.stop();
    await product?.stop();
    await mail?.stop();
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The settings of compose.yaml that name files, with the folder of the test. */
  const filesOf = (environment: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(environment)
        .filter(([name]) => name.endsWith('_FILE'))
        .map(([name, file]) => [name, file.replace('/secrets', path.join(secrets, 'product'))]),
    );
  const untilReady = () =>
    eventually('the product is ready', async () =>
      fetch(`${internal}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  const urlOf = (name: string) =>
    Object.assign(new URL(database.url), {
      username: 'venue_booking',
      password: secret('database/password'),
      pathname: `/${name}`,
    }).href;
  async function inDatabase(name: string, statement: string) {
    const client = new pg.Client({ connectionString: urlOf(name) });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }
  const backup = (...args: string[]) =>
    run('sh', [path.join(root, 'compose/backup.sh'), ...args], {
      env: {
        ...{ PATH: `${database.programs}:${process.env.PATH}`, ...database.env, LC_ALL: 'C' },
        ...{ PGHOST: '127.0.0.1', PGPORT: new URL(database.url).port },
        ...{ PGUSER: 'venue_booking', PGDATABASE: 'venue_booking' },
        ...{ PASSWORD_FILE: path.join(secrets, 'database/password'), FOLDER: backups, KEEP_DAYS: '14' },
      },
    });
  const ca = () => readFileSync(path.join(certificates, 'root.crt'));
  /** Opens a TLS connection for a host. Resolves to the names of its certificate, or to null without one. */
  const namesAt = (servername: string) =>
    new Promise<string | null>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: httpsPort, servername, ca: ca() }, () => {
        resolve(socket.getPeerCertificate().subjectaltname ?? '');
        socket.end();
      });
      socket.on('error', () => resolve(null));
    });
  const get = (host: string, at: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: httpsPort, servername: host, ca: ca(), path: at };
      request({ ...options, headers: { Host: host }, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it('has secrets that stay the same, and that only containers with their folder can read', async () => {
    const files = readdirSync(secrets, { recursive: true, encoding: 'utf8' }).filter(
      (file) => !statSync(path.join(secrets, file)).isDirectory(),
    );
    assert.deepEqual(files.sort(), [
      'database/password',
      ...['database-url', 'operator-token', 'secrets-key', 'signing-keys'].map((name) => `product/${name}`),
    ]);
    const before = files.map(secret);
    assert.equal((await runCommand(['make-secrets', secrets, '127.0.0.1'], {})).code, 0);
    assert.deepEqual(files.map(secret), before);
    const { product, database, caddy, backup } = services;
    const mounts = [product, database, caddy, backup].map(({ volumes }) =>
      volumes.filter((volume: string) => volume.includes('secrets')),
    );
    assert.deepEqual(mounts, [
      ['product-secrets:/secrets:ro'],
      ['database-secrets:/secrets:ro'],
      [],
      ['database-secrets:/secrets:ro'],
    ]);
  });

  it('gives no container write access to its files, or more capabilities than it needs', () => {
    const added = Object.entries(services).map(([name, service]) => {
      assert.equal(service.read_only, true, name);
      assert.deepEqual(service.cap_drop, ['ALL'], name);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
      return [name, service.cap_add?.length ?? 0, service.ports ?? []];
    });
    assert.deepEqual(added, [
      ['secrets', 0, []],
      ['product', 0, []],
      ['database', 5, []],
      ['caddy', 1, ['80:80', '443:443', '443:443/udp']],
      ['backup', 0, []],
      ['backup-bucket', 0, []],
    ]);
  });

  it('serves the platform and proven domains over https, and gets no certificate for another name', async () => {
    const domain = 'boeken.zaal.example';
    const slug = await api.newVenue();
    assert.equal(await namesAt(domain), null, 'before a venue has the domain');
    assert.equal((await api.admin('PATCH', `/venues/${slug}`, { domains: [domain] })).status, 200);
    await eventually('the domain is served', async () => (await namesAt(domain)) === `DNS:${domain}`);
    assert.equal(await namesAt(HOST), `DNS:${HOST}`);
    assert.equal(await namesAt(`${slug}.venues.example.test`), `DNS:${slug}.venues.example.test`);
    for (const host of ['evil.example', 'none.venues.example.test'])
      assert.equal(await namesAt(host), null, host);
    assert.equal(await get(HOST, '/openapi.json'), 200);
    assert.equal(await get(domain, '/api/site/facilities'), 200);
    for (const path of ['/metrics', '/readyz', '/livez', '/certificate?domain=evil.example'])
      assert.equal(await get(HOST, path), 404, path);
    assert.equal((await fetch(`${internal}/metrics`)).status, 200);
  });

  it('restores bookings, images and keys from a backup, and keeps what it replaces', async () => {
    const slug = await api.newVenue();
    const facility = await api.newFacility(slug, { name: 'Zaal' });
    const uploaded = await api.upload(slug, await makeImage('png', { width: 20, height: 10 }));
    assert.equal(uploaded.status, 201, await uploaded.clone().text());
    const image = (await uploaded.json()) as { id: string };
    const { body: day } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(3)}`);
    const book = (at: number) => api.book(slug, { slot_id: day.slots[at].id, people: 1 });
    const kept = await book(0);
    assert.equal(kept.status, 201, kept.text);
    const { stdout } = await backup('now');
    const [dump = ''] = readdirSync(backups);
    assert.equal(stdout, `Backup: ${path.join(backups, dump)}\n`);
    assert.equal(statSync(path.join(backups, dump)).mode & 0o77, 0, 'nobody else may read it');

    const lost = await book(1);
    const inUse = await backup('restore', path.join(backups, dump)).catch(({ stderr }) => stderr);
    assert.match(inUse, /The database is in use: stop the product first[.]/);
    assert.equal(await product.stop(), 0, product.output());
    const restored = await backup('restore', path.join(backups, dump));
    const before = /in the database (\w+)[.]/.exec(restored.stdout)?.[1] ?? '';
    product.start();
    await untilReady();

    const ids = 'SELECT id FROM booking.booking ORDER BY id';
    assert.deepEqual(await inDatabase('venue_booking', ids), [{ id: String(kept.body.booking.id) }]);
    assert.equal((await inDatabase(before, ids)).length, 2);
    assert.ok((await book(1)).body.booking.id > lost.body.booking.id, 'the lost number is not used again');
    assert.equal((await fetch(`${api.url}/images/${image.id}/480.webp`)).status, 200);
    const ticket = new URL(kept.body.ticket_url);
    assert.equal(
      (await fetch(`${api.url}${ticket.pathname}`)).status,
      200,
      'links are valid, so keys are kept',
    );
  });
});
