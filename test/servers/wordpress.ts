import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import { startChildServer } from './childServer.ts';
import { unpackFromDebian } from './debianPackages.ts';
import { endWithTests } from './endWithTests.ts';
import { startMariaDb } from './mariadb.ts';
import { findPhp } from './php.ts';

const run = promisify(execFile);
const ADMIN = { login: 'admin', password: 'password-of-the-tests' };

/** A real WordPress with two themes on PHP's built-in server, with a database of its own. */
export type WordPress = {
  url: string;
  /**
   * Runs PHP code inside WordPress, as a command line would. The code ends with a return statement, whose
   * value is returned. `network` runs it on the main site of a network.
   */
  php<T>(code: string, on?: { network: true }): Promise<T>;
  /** Signs in. @returns cookies for a browser */
  signIn(login?: string): Promise<{ name: string; value: string; url: string }[]>;
  /** Creates a user with the administrator's password. Returns the login. */
  newUser(role: string, locale?: string): Promise<string>;
  /** WordPress' debug log, with PHP's errors. */
  log(): string;
  stop(): Promise<void>;
};

export async function startWordPress(): Promise<WordPress> {
  const [database, php] = await Promise.all([startMariaDb('wordpress'), findPhp()]);
  const root = await unpackFromDebian('wordpress');
  let site = '';
  const server = await startChildServer({
    name: 'wordpress',
    program: php.program,
    scheme: 'http',
    async prepare(port, folder) {
      site = path.join(folder, 'site');
      layOut(site, path.join(root ?? '', 'usr/share/wordpress'));
      writeFileSync(path.join(site, 'wp-config.php'), configOf(port, new URL(database.url).port));
      // Otherwise WordPress would use the folder that the links point to.
      writeFileSync(path.join(folder, 'first.php'), `<?php define('ABSPATH', '${site}/');`);
      writeFileSync(path.join(folder, 'run.php'), runner);
      await runPhp(folder, install, { WP_INSTALLING: '1' });
    },
    args: (port, folder) => [
      ...php.args,
      '-d',
      `auto_prepend_file=${path.join(folder, 'first.php')}`,
      '-S',
      `127.0.0.1:${port}`,
      '-t',
      path.join(folder, 'site'),
    ],
    greeting: { send: 'GET /readme.html HTTP/1.0\r\n\r\n', expect: 'HTTP/1.0 404' },
  }).catch(async (error) => {
    await database.stop();
    throw error;
  });

  async function runPhp<T>(folder: string, code: string, env = {}): Promise<T> {
    const args = [...php.args, '-d', `auto_prepend_file=${path.join(folder, 'first.php')}`];
    for (const faster of ['enable_cli=1', `file_cache=${folder}`, 'file_cache_only=1'])
      args.push('-d', `opcache.${faster}`);
    const running = run(php.program.file, [...args, path.join(folder, 'run.php')], {
      env: { PATH: process.env.PATH, ...php.program.env, ...env, CODE: code },
      maxBuffer: 10_000_000,
      timeout: PATIENCE_MS,
    });
    // Without its database, PHP would retry for minutes after the tests end.
    const callOff = endWithTests(running.child.pid, 'KILL', folder);
    const { stdout } = await running.finally(callOff);
    const [, answer] = stdout.split('\u0001');
    if (answer === undefined) throw new Error(`PHP did not get to its end: ${stdout.slice(-2000)}`);
    return JSON.parse(answer);
  }

  const debugLog = path.join(site, 'wp-content/debug.log');
  return {
    url: server.url,
    php: (code, on) => runPhp(path.dirname(site), code, on && { WP_NETWORK: '1' }),
    log: () => (existsSync(debugLog) ? readFileSync(debugLog, 'utf8') : ''),
    async signIn(login = ADMIN.login) {
      const body = new URLSearchParams({ log: login, pwd: ADMIN.password, testcookie: '1' });
      const headers = { Cookie: 'wordpress_test_cookie=WP%20Cookie%20check' };
      const address = `${server.url}/wp-login.php`;
      const answer = await fetch(address, { method: 'POST', body, headers, redirect: 'manual' });
      const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
      if (answer.status !== 302) throw new Error(`${login} could not sign in: ${await answer.text()}`);
      return cookies.map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return { name, value, url: server.url };
      });
    },
    async newUser(role, locale = '') {
      const login = `${role}${locale}`;
      await runPhp(
        path.dirname(site),
        `return wp_insert_user(['user_login' => '${login}', 'user_pass' => '${ADMIN.password}', 'user_email' => '${login}@example.com', 'role' => '${role}', 'locale' => '${locale}']);`,
      );
      return login;
    },
    async stop() {
      await server.stop();
      await database.stop();
    },
  };
}

/** A site of links to WordPress's files, and a content folder of its own. */
function layOut(site: string, wordpress: string): void {
  for (const folder of ['plugins', 'themes', 'uploads', 'upgrade'])
    mkdirSync(path.join(site, 'wp-content', folder), { recursive: true });
  const themes = path.join(wordpress, 'wp-content/themes');
  for (const theme of readdirSync(themes))
    symlinkSync(path.join(themes, theme), path.join(site, 'wp-content/themes', theme));
  for (const name of readdirSync(wordpress))
    if (/^wp-(admin|includes)$|[.]php$/.test(name) && name !== 'wp-config.php')
      symlinkSync(path.join(wordpress, name), path.join(site, name));
}

const configOf = (port: number, databasePort: string) => `<?php
${Object.entries({
  DB_NAME: 'wordpress',
  DB_USER: 'wordpress',
  DB_PASSWORD: '',
  DB_HOST: `127.0.0.1:${databasePort}`,
  DB_CHARSET: 'utf8mb4',
  DB_COLLATE: '',
  WP_HOME: `http://127.0.0.1:${port}`,
  WP_SITEURL: `http://127.0.0.1:${port}`,
  FS_METHOD: 'direct',
  WP_ACCESSIBLE_HOSTS: '127.0.0.1',
})
  .map(([name, value]) => `define('${name}', '${value}');`)
  .join('\n')}
foreach (['WP_DEBUG', 'WP_DEBUG_LOG', 'DISABLE_WP_CRON', 'WP_HTTP_BLOCK_EXTERNAL', 'AUTOMATIC_UPDATER_DISABLED'] as $name) define($name, true);
define('WP_DEBUG_DISPLAY', false);
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) { define($name . '_KEY', 'key'); define($name . '_SALT', 'salt'); }
if (getenv('WP_NETWORK')) {
  foreach (['MULTISITE' => true, 'SUBDOMAIN_INSTALL' => false, 'DOMAIN_CURRENT_SITE' => '127.0.0.1', 'PATH_CURRENT_SITE' => '/', 'SITE_ID_CURRENT_SITE' => 1, 'BLOG_ID_CURRENT_SITE' => 1] as $name => $value) define($name, $value);
}
$table_prefix = 'wp_';
require_once ABSPATH . 'wp-settings.php';
`;

/** Runs the code in the variable CODE and prints its result between two marks. */
const runner = `<?php
if (getenv('WP_INSTALLING')) {
  define('WP_INSTALLING', true);
  function wp_new_blog_notification() {}
}
$_SERVER['HTTP_HOST'] = '127.0.0.1';
$_SERVER['REQUEST_URI'] = '/';
require ABSPATH . 'wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
$answer = (function () { return eval(getenv('CODE')); })();
echo "\\x01", json_encode($answer), "\\x01";
`;

const install = `return wp_install('Badhuis', '${ADMIN.login}', 'admin@example.com', true, '', '${ADMIN.password}');`;
