// Creates the README's picture, docs/images/story.png, from the running product: `node
// test/docs/storyPicture.ts`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { daysAhead, eventually } from '../stack/api.ts';
import { type Stack, startInOneProcess } from '../stack/stack.ts';
import { startBrowser } from '../widget/browser.ts';
import { root } from './pages.ts';

const picture = path.join(root, 'docs/images/story.png');
const SLUG = 'lakeside-sauna';
const VIEW = { width: 460, height: 740 };

const style = `<style>
  body { margin: 0; font: 16px/1.45 'Open Sans', sans-serif; color: #1d2b2a; background: #f6f4ef; }
  header { padding: 18px 24px; background: #0b4f4a; color: #fff; display: flex; justify-content: space-between; }
  header b { font-size: 19px; } header span { opacity: .8; font-size: 14px; align-self: center; }
  main { padding: 14px 20px; } venue-booking { display: block; --vb-surface: #fffdf9; }
</style>`;
const website = `<!doctype html><html lang="en">${style}
  <header><b>Lakeside Sauna</b><span>Sauna &nbsp; Rooms &nbsp; Book</span></header>
  <main><venue-booking tenant="${SLUG}" variant="strip" accent="#0b6660" locale="en"></venue-booking></main>
  <script src="/widget/venue-booking.js" async></script></html>`;

/** The frame around the three screenshots. */
const story = (shots: readonly { title: string; address: string; image: Buffer }[]) => `<!doctype html><style>
  body { margin: 0; padding: 26px 30px 20px; display: flex; gap: 14px; align-items: center; width: max-content;
    background: #eef1f0; font: 17px 'Open Sans', sans-serif; color: #24312f; }
  figure { margin: 0; } figcaption { text-align: center; padding-top: 14px; font-size: 21px; }
  .window { border: 1px solid #c5cfcc; border-radius: 12px; overflow: hidden; background: #fff;
    box-shadow: 0 6px 18px #24312f22; width: ${VIEW.width}px; }
  .bar { display: flex; gap: 7px; align-items: center; padding: 9px 12px; background: #dfe6e4; font-size: 14px; }
  .bar i { width: 11px; height: 11px; border-radius: 50%; background: #b3c0bc; }
  .bar span { margin-left: 8px; padding: 2px 12px; border-radius: 8px; background: #fff; color: #566662; flex: 1; }
  img { display: block; width: ${VIEW.width}px; height: ${VIEW.height}px; }
  svg { flex: none; width: 46px; }
</style>${shots
  .map(
    ({ title, address, image }) => `<figure><div class="window">
      <div class="bar"><i></i><i></i><i></i><span>${address}</span></div>
      <img src="data:image/png;base64,${image.toString('base64')}"></div><figcaption>${title}</figcaption></figure>`,
  )
  .join(
    '<svg viewBox="0 0 46 24"><path d="M1 12h40m-10-9 10 9-10 9" fill="none" stroke="#0b6660" stroke-width="3"/></svg>',
  )}`;

async function newVenue({ api }: Stack): Promise<{ slotId: number; date: string }> {
  const made = await api.admin('POST', '/venues', {
    ...{ slug: SLUG, name: 'Lakeside Sauna', locale: 'en', live: true },
    address: 'Shore Path 7\n1234 AB Lakeside',
  });
  if (made.status !== 201) throw new Error(made.text);
  const facility = await api.admin('POST', `/venues/${SLUG}/facilities`, {
    ...{ name: 'Sauna garden, two hours', mode: 'CAPACITY', capacity: 24, duration_minutes: 120 },
    ...{ opens_at: '10:00', closes_at: '22:00', price_eur: 19.5, images: ['/demo/images/saunatuin.svg'] },
  });
  const date = daysAhead(3);
  const { body } = await api.get(SLUG, `/facilities/${facility.body.id}/slots?date=${date}`);
  // Some places are taken, for a realistic picture.
  for (const [at, people] of [
    [0, 8],
    [0, 8],
    [2, 8],
    [2, 8],
    [2, 8],
  ] as const)
    await api.book(SLUG, { slot_id: body.slots[at].id, people });
  return { slotId: body.slots[3].id, date };
}

/** The widget's name of a day. */
const dayName = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    .format(new Date(`${date}T12:00Z`))
    .replace(',', '');

/** A tab with the size of a screenshot. */
const newTab = (browser: Browser, height = VIEW.height): Promise<Page> =>
  browser.newPage({ viewport: { ...VIEW, height }, deviceScaleFactor: 1, locale: 'en-GB' });

async function showWidget(browser: Browser, api: string, date: string): Promise<Buffer> {
  const tab = await newTab(browser);
  await tab.route(`${api}/`, (route) => route.fulfill({ contentType: 'text/html', body: website }));
  await tab.goto(`${api}/`);
  const first = tab.getByRole('button', { name: /10:00/ }).first();
  await tab.getByRole('grid').waitFor();
  const day = tab.getByRole('button', { name: dayName(date) });
  if (!(await day.isVisible())) await tab.getByRole('button', { name: /next/i }).click();
  await day.click();
  await first.getByText('€19.50').waitFor();
  await tab.mouse.move(0, 0);
  // Lets fonts and images load, and animations end.
  await tab.waitForTimeout(600);
  return tab.screenshot();
}

const stack = await startInOneProcess({ mailToFiles: true, env: { DEMO: 'true' } });
const browser = await startBrowser();
try {
  const { url } = stack.api;
  const { slotId, date } = await newVenue(stack);
  const widget = await showWidget(browser, url, date);
  const { body } = await stack.api.book(SLUG, {
    ...{ slot_id: slotId, people: 2, locale: 'en' },
    ...{ customer_name: 'Anna Jansen', customer_email: 'anna@example.com' },
  });
  const tab = await newTab(browser);
  await tab.goto(body.ticket_url);
  const ticket = await tab.screenshot();
  const list = await newTab(browser);
  await eventually('the mail arrived', async () => {
    await list.goto(`${url}/dev/mail`);
    return (await list.getByText('anna@example.com').count()) > 0;
  });
  const opened = await list.locator('tr', { hasText: 'anna@example.com' }).locator('a').getAttribute('href');
  await list.goto(`${url}${opened}/html`);
  const mail = await list.screenshot();
  const whole = await browser.newPage({ viewport: { width: 1640, height: 800 } });
  await whole.setContent(
    story([
      { title: 'A guest books on your website', address: 'www.lakeside-sauna.example', image: widget },
      { title: 'gets a ticket', address: 'book.example.com/tickets/…', image: ticket },
      { title: 'and mail that confirms it', address: 'Mail to anna@example.com', image: mail },
    ]),
  );
  writeFileSync(picture, await whole.locator('body').screenshot());
} finally {
  await browser.close();
  await stack.stop();
}
