import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readEnv } from '@venue-booking/kit/settings/env';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { DEMO_DAYS } from '../../services/one-process/demo/demoBookings.ts';
import { PAST_DAYS } from '../../services/one-process/demo/pastParties.ts';
import { oneProcessEnv } from '../../services/one-process/env.ts';
import { claimPort } from '../servers/claimPort.ts';
import { endWithTests } from '../servers/endWithTests.ts';
import { type Api, apiOf, daysAhead, eventually } from '../stack/api.ts';
import { type Stack, startInOneProcess } from '../stack/stack.ts';
import { startBrowser } from '../widget/browser.ts';
import { type Block, pageOf, pages, root, whyNotRun } from './pages.ts';
import { HANGING_MS, newClone, replaced, runBlocks, startCli } from './shell.ts';
import { startSite } from './site.ts';

/** The settings file that docs/one-server.md creates. */
const SETTINGS = '/etc/venue-booking.env';
const server = pageOf('docs/one-server.md');
const makesSettings = ({ text }: Block) => text.includes(`> ${SETTINGS}`);
/**
 * `npm start` and `npm test` have their own tests. The settings block runs first, before the stack starts.
 */
const isRun = (block: Block) =>
  block.language === 'sh' &&
  !whyNotRun(block) &&
  !makesSettings(block) &&
  !/^npm (start|test)\b/.test(block.text);

/**
 * Asserts that a response has every field that the docs show, with the same types. A list must have at least
 * as many entries as the docs show.
 */
function assertLike(answered: unknown, shown: unknown, where: string): void {
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(answered) && answered.length >= shown.length, where);
    for (const [at, one] of shown.entries()) assertLike(answered[at], one, `${where}[${at}]`);
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [key, value] of Object.entries(shown))
      assertLike((answered as Record<string, unknown>)?.[key], value, `${where}.${key}`);
  } else assert.equal(typeof answered, typeof shown, where);
}

describe('the docs, run as written', { timeout: HANGING_MS + 60_000 }, () => {
  let stack: Stack;
  let site: Awaited<ReturnType<typeof startSite>>;
  let browser: Browser;
  let clone: ReturnType<typeof newClone>;
  let cli: Awaited<ReturnType<typeof startCli>>;
  let operator: Api;
  let env: Record<string, string>;
  let replace: Record<string, string>;
  /** Runs the blocks of a page, and returns the output of each. */
  const runPage = async (file: string, also: { env?: object; replace?: object } = {}) => {
    const blocks = pageOf(file).blocks.filter(isRun);
    const options = { env: { ...env, ...also.env }, replace: { ...also.replace, ...replace } };
    const printed = await runBlocks(blocks, { folder: clone.folder, ...options });
    return blocks.map((block, at) => ({ block, printed: printed[at] ?? '' }));
  };

  beforeAll(async () => {
    clone = newClone('');
    const file = path.join(clone.folder, 'settings.env');
    const made = server.blocks.filter(makesSettings);
    await runBlocks(made, {
      folder: clone.folder,
      env: { PASSWORD: 'secret' },
      replace: { [SETTINGS]: file },
    });
    const settings = Object.fromEntries(
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    readEnv(oneProcessEnv, settings);
    const { OPERATOR_TOKEN = '', SIGNING_KEYS = '', SECRETS_KEY = '', TRUST_PROXY = '' } = settings;
    writeFileSync(path.join(clone.folder, '.data/operator-token'), `${OPERATOR_TOKEN}\n`);
    stack = await startInOneProcess({
      mailToFiles: true,
      env: {
        ...{ OPERATOR_TOKEN, SIGNING_KEYS, SECRETS_KEY, TRUST_PROXY },
        ...{ DEMO: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
      },
    });
    operator = apiOf(stack.api.url, OPERATOR_TOKEN);
    cli = await startCli();
    env = { VENUE_BOOKING_API: stack.api.url, CLI_FOLDER: cli.folder };
    const { url } = stack.api;
    [site, browser] = await Promise.all([startSite(), startBrowser()]);
    replace = { [SETTINGS]: file, 'http://localhost:3000': url, 'https://book.example.com': url };
    await runPage('README.md', { replace: { 'http://localhost:8000': site.origin } });
  });
  afterAll(async () => {
    site?.stop();
    await Promise.all([browser?.close(), stack?.stop()]);
    await cli?.[Symbol.asyncDispose]();
    clone?.[Symbol.dispose]();
  });

  it('README: three commands create a venue that guests can book and pay', async () => {
    const { body } = await stack.api.get('my-venue', `/facilities`);
    assert.equal(body.live, true);
    const [{ id }] = body.facilities;
    const day = await stack.api.get('my-venue', `/facilities/${id}/slots?date=${daysAhead(3)}`);
    const booked = await stack.api.book('my-venue', { slot_id: day.body.slots[0].id, people: 2 });
    assert.equal(booked.status, 201, booked.text);
    assert.equal(booked.body.payment.status, 'open');
  });

  it('README: a website with the snippet shows the venue', async () => {
    const snippet = pageOf('README.md').blocks.find(({ language }) => language === 'html');
    site.shown = { html: replaced(snippet?.text ?? '', replace), csp: '' };
    const tab = await browser.newPage();
    await tab.goto(site.origin);
    await tab.locator('venue-booking').getByText('Sauna').first().waitFor();
    await tab.close();
  });

  it('README: the demo page shows the venue, and a hint for a missing venue', async () => {
    const tab = await browser.newPage();
    await tab.goto(`${stack.api.url}/?tenant=my-venue`);
    await tab.locator('venue-booking').first().getByText('Sauna').first().waitFor();
    assert.equal(await tab.locator('[data-hint]').filter({ visible: true }).count(), 0);
    await tab.goto(`${stack.api.url}/?tenant=nobodys-venue`);
    await tab.getByText('There is no such venue on this server').waitFor();
    await tab.close();
  });

  it('docs/api.md: every call responds as the page shows', async () => {
    const page = pageOf('docs/api.md');
    let compared = 0;
    // On earlier days the demo adds bookings during the test.
    const quiet = { '$(date +%F)': daysAhead(DEMO_DAYS + 1) };
    for (const { block, printed } of await runPage('docs/api.md', { replace: quiet })) {
      const shown = page.blocks[page.blocks.indexOf(block) + 1];
      if (shown?.language !== 'json') continue;
      assertLike(JSON.parse(printed), JSON.parse(shown.text), `line ${shown.line}`);
      compared++;
    }
    assert.ok(compared >= 6);
  });

  it('docs/api.md: the steps find a bookable time from every eighth of the next 60 days', async () => {
    const blocks = pageOf('docs/api.md').blocks.filter(isRun);
    const [settings, ...steps] = ['FROM=', 'DAY=', 'SLOT='].map((sets) =>
      blocks.find(({ text }) => text.startsWith(sets) || text.includes(`\n${sets}`)),
    );
    assert.ok(settings && steps.every(Boolean));
    // Includes each weekday.
    const dates = Array.from({ length: 8 }, (_, turn) => daysAhead(8 * turn));
    const walk = steps.map((step) => step?.text).join('\n');
    const loop = { ...settings, text: `for FROM in ${dates.join(' ')}; do ${walk}; echo; done` };
    const [, printed = ''] = await runBlocks([settings, loop], { folder: clone.folder, env, replace });
    const checks = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line.slice(line.lastIndexOf('}{') + 1)));
    assert.deepEqual(
      checks.map(({ bookable }) => bookable),
      dates.map(() => true),
    );
  });

  it('docs/owner.md: every command works', async () => {
    const printed = (await runPage('docs/owner.md')).map((one) => one.printed).join('');
    assert.match(printed, /Commands:/);
    assert.match(printed, /sauna-aan-het-meer/);
    assert.match(printed, /erased_bookings +1/);
  });

  it('docs/invoices.md: the venue gets its invoice details', async () => {
    const [saved] = await runPage('docs/invoices.md');
    assert.match(saved?.printed ?? '', /Badhuis BV/);
  });

  it('docs/payments.md: the sandbox is linked, and both lists are returned', async () => {
    const [linked] = await runPage('docs/payments.md');
    assert.match(linked?.printed ?? '', /provider +sandbox/);
  });

  it('docs/sign-up.md: plans are listed', async () => {
    const printed = (await runPage('docs/sign-up.md')).map((one) => one.printed).join('');
    assert.match(printed, /basic +Basic/);
  });

  it('docs/production.md: migrations are up to date, and the smoke test passes', async () => {
    const { connectionString: DATABASE_URL } = stack.database.options;
    const printed = (await runPage('docs/production.md', { env: { DATABASE_URL } })).map(
      (one) => one.printed,
    );
    assert.match(printed.join(''), /booking: up to date[\s\S]*The smoke test passed/);
  });

  it('every page: the database accepts each SQL statement', async () => {
    const statements = pages.flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'sql'));
    assert.ok(statements.length >= 4);
    const client = await stack.database.connect();
    try {
      for (const { text } of statements)
        await client.query(`BEGIN; CREATE ROLE venue_booking; CREATE ROLE app; ${text}; ROLLBACK`);
    } finally {
      client.release();
    }
  });

  it('docs/one-server.md: the smoke test passes with the page’s settings, and a venue is created', async () => {
    const own = { 'my-venue': 'server-venue', '/opt/venue-booking/app': clone.folder };
    const printed = (await runPage('docs/one-server.md', { replace: own })).map((one) => one.printed);
    assert.match(printed.join(''), /The smoke test passed[\s\S]*slug +server-venue/);
  });

  it('docs/webhooks.md: the receiver on the page gets a booking', async () => {
    const page = pageOf('docs/webhooks.md');
    const port = await claimPort();
    const receiver = { 'https://www.example.com': `http://127.0.0.1:${port}` };
    const [created] = await runPage('docs/webhooks.md', { replace: receiver });
    const { secret } = JSON.parse(created?.printed ?? '');
    const snippet = page.blocks.find(({ language }) => language === 'js')?.text ?? '';
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', snippet.replace('listen(8080)', `listen(${port}, '127.0.0.1')`)],
      { cwd: root, env: { WEBHOOK_SECRET: secret }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    if (child.pid) child.once('exit', endWithTests(child.pid, 'KILL'));
    let heard = '';
    child.stdout.on('data', (chunk) => {
      heard += chunk;
    });
    try {
      const { body } = await stack.api.get('my-venue', '/facilities');
      const day = await stack.api.get(
        'my-venue',
        `/facilities/${body.facilities[0].id}/slots?date=${daysAhead(4)}`,
      );
      const booked = await stack.api.book('my-venue', { slot_id: day.body.slots[0].id, people: 2 });
      const line = `booking.created ${booked.body.booking.id} pending_payment`;
      await eventually('the receiver printed the event', () => heard.includes(line));
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });

  it('README: the demo venue has varied bookings on its past 60 days', async () => {
    const range = `from=${daysAhead(-PAST_DAYS)}&to=${daysAhead(-1)}&by=day`;
    await eventually('the past days have bookings', async () => {
      const { body } = await operator.admin('GET', `/venues/sauna-aan-het-meer/figures?${range}`);
      const filled = body.periods.filter(({ bookings }: { bookings: number }) => bookings > 0);
      const { no_shows, cancelled, revenue_eur, refunds_eur, add_ons } = body.totals;
      const isVaried = no_shows && cancelled && revenue_eur && refunds_eur && add_ons;
      return isVaried && filled.length > 0.9 * PAST_DAYS;
    });
  });

  it('docs/widget.md: the snippets work on a website with the strict policy of the page', async () => {
    const page = pageOf('docs/widget.md');
    const allOf = (language: string) =>
      page.blocks
        .filter((one) => one.language === language && !whyNotRun(one))
        .map(({ text }) => replaced(text, replace));
    const ofLanguage = (language: string) => allOf(language)[0] ?? '';
    await runPage('docs/widget.md', { replace: { 'https://www.example.com': site.origin } });
    site.shown = {
      html: ofLanguage('html'),
      csp: `${ofLanguage('csp')}; require-trusted-types-for 'script'`,
    };
    const tab = await browser.newPage();
    const said: string[] = [];
    tab.on('console', (message) => said.push(message.text()));
    await tab.goto(site.origin);
    for (const script of allOf('js')) await tab.evaluate(script);
    await tab.addStyleTag({ content: ofLanguage('css') });
    await tab.locator('venue-booking').getByText('Sauna').first().waitFor();
    const height = await tab.evaluate("getComputedStyle(document.querySelector('venue-booking')).minHeight");
    assert.equal(height, `${47 * 16}px`);
    const booked = "{ bubbles: true, detail: { booking: { facility: 'Sauna' } } }";
    await tab.evaluate(
      `document.querySelector('venue-booking').dispatchEvent(new CustomEvent('venue-booking:booked', ${booked}))`,
    );
    assert.deepEqual(said, ['booked Sauna']);

    const [, dialog = ''] = allOf('html');
    site.shown = { ...site.shown, html: dialog };
    await tab.goto(site.origin);
    await tab.locator('venue-booking').last().getByRole('button').waitFor();
    await tab.getByRole('link', { name: 'Book a sauna' }).click();
    await tab.getByRole('dialog').getByText('Sauna').first().waitFor();
    await tab.close();
  });
});
