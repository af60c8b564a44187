import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { startInOneProcess } from '../stack/stack.ts';
import { goOffline, startBrowser } from '../widget/browser.ts';
import { takePicture } from '../widget/takePicture.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld, type Person } from './world.ts';

// Its own stack, because the tests stop and restart the server.
const world = inOneWorld(startInOneProcess);
const SCANS = 100;
const DATABASE = 'venue-booking-check-in';

/** Messages that browsers log for failed requests. */
const AWAY = [/ERR_CONNECTION_REFUSED/, /Failed to load resource/, /Failed to update a ServiceWorker/];

const SIGNED_OUT = /401/;

type Made = { id: number; ticket: string };
let slug: string;
let slot: number;
let day: Made[];

/** Bookings that start within minutes. */
async function book(count: number, name = 'Anna Jansen'): Promise<Made[]> {
  const { api, database } = world().stack;
  const made: Made[] = [];
  while (made.length < count) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(20, count - made.length) }, (_, index) =>
        api.book(slug, { slot_id: slot, people: 2, customer_name: `${name} ${made.length + index}` }),
      ),
    );
    for (const { body, text } of answers) {
      assert.ok(body.booking, text);
      made.push({ id: body.booking.id, ticket: body.ticket_url });
    }
  }
  await database.query(
    `UPDATE booking.booking SET starts_at = now() + interval '5 minutes', ends_at = now() + interval '1 hour'
     WHERE id = ANY($1)`,
    [made.map(({ id }) => id)],
  );
  return made;
}

const door = () => `/v/${slug}/check-in`;
const deskCookie = (language: 'nl' | 'en' = 'nl') =>
  signIn(world().stack, { venues: { [slug]: 'desk' }, language });

/** Waits until the guest list is stored and the page works offline. */
async function readyToLeave({ page }: Person, name: string): Promise<void> {
  await page.getByLabel('Naam van dit apparaat').fill(name);
  await page.keyboard.press('Tab');
  await page.getByText(/\d+ boekingen, bijgewerkt om/).waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Types like a hand scanner: the text of the code, then Enter. */
const scanAll = ({ page }: Person, tickets: readonly string[]) =>
  page.evaluate(async (texts) => {
    const input = document.querySelector<HTMLInputElement>('input[type="search"]');
    for (const text of texts) {
      if (!input) throw new Error('no search field');
      input.value = text;
      input.dispatchEvent(new Event('input'));
      input.form?.requestSubmit();
      await new Promise(requestAnimationFrame);
    }
  }, tickets);

const verdict = ({ page }: Person) => page.locator('.verdict');
const databases = ({ page }: Person) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
const count = async (action: string) => {
  const { rows } = await world().stack.database.query(
    `SELECT booking_id AS id, count(*)::int AS times FROM booking.history
     WHERE action = $1 AND booking_id = ANY($2) GROUP BY 1`,
    [action, day.map(({ id }) => id)],
  );
  return rows as { id: string; times: number }[];
};

describe('check-in', () => {
  beforeAll(async () => {
    const { api } = world().stack;
    slug = await api.newVenue();
    const facility = await api.newFacility(slug, { capacity: 1000, price_eur: 12.5, name: 'Dagpas' });
    slot = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(9)}`)).body.slots[0].id;
    day = await book(2 * SCANS - 1);
  });

  it('revalidates the service worker on every visit, and allows only scripts of the same origin', async () => {
    const { url } = world().stack.api;
    const worker = await fetch(`${url}/admin/serviceWorker.js`);
    assert.equal(worker.headers.get('cache-control'), 'no-cache');
    assert.match(await worker.text(), /CheckInView-/);
    const manifest = await fetch(`${url}/admin/manifest.webmanifest`);
    assert.match(manifest.headers.get('content-type') ?? '', /manifest\+json/);
    for (const { src } of (await manifest.json()).icons)
      assert.match((await fetch(url + src)).headers.get('content-type') ?? '', /^image\//);
    const page = await fetch(`${url}/admin/check-in`);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /worker-src 'self'; manifest-src 'self'/);
    assert.match(page.headers.get('permissions-policy') ?? '', /camera=\(self\)/);
  });

  it('deletes the guest list of a venue after the person is removed from it', async () => {
    const { stack, visit } = world();
    const other = await stack.api.newVenue();
    const email = `${other}@example.com`;
    const cookie = await signIn(stack, { email, venues: { [slug]: 'desk', [other]: 'desk' } });
    await visit({ at: door(), cookie }, async (person) => {
      const { page } = person;
      person.tolerate(/404/);
      const lists = () =>
        page.evaluate(
          (name) =>
            new Promise<IDBValidKey[]>((resolve, reject) => {
              const opening = indexedDB.open(name);
              opening.onerror = () => reject(opening.error);
              opening.onsuccess = () => {
                const asked = opening.result.transaction('lists').objectStore('lists').getAllKeys();
                asked.onsuccess = () => {
                  opening.result.close();
                  resolve(asked.result);
                };
              };
            }),
          DATABASE,
        );
      await page.getByText(/\d+ boekingen, bijgewerkt om/).waitFor();
      await eventually('the list is stored', async () => (await lists()).includes(slug));
      const people = (await stack.api.admin('GET', `/venues/${slug}/people`)).body;
      const { id } = people.find((one: { email: string }) => one.email === email);
      await stack.api.admin('DELETE', `/venues/${slug}/people/${id}`);
      await page.evaluate("dispatchEvent(new Event('online'))");
      await eventually('the list is deleted here', async () => !(await lists()).includes(slug));
    });
  });

  it('checks in 200 guests on two offline devices, each once, and reports the ticket used on both', async () => {
    const { stack, visit } = world();
    const [server] = stack.processes;
    await visit({ at: door(), cookie: await deskCookie() }, async (one) =>
      visit({ at: door(), cookie: await deskCookie() }, async (two) => {
        one.tolerate(...AWAY);
        two.tolerate(...AWAY);
        await readyToLeave(one, 'Ingang links');
        await readyToLeave(two, 'Ingang rechts');
        await server?.stop();
        // The page itself loads from the device.
        for (const { page } of [one, two]) {
          await page.reload();
          await page.getByText('Geen verbinding. Je kunt doorgaan').waitFor();
        }
        await Promise.all([
          scanAll(
            one,
            day.slice(0, SCANS).map(({ ticket }) => ticket),
          ),
          scanAll(
            two,
            day.slice(SCANS - 1).map(({ ticket }) => ticket),
          ),
        ]);
        for (const person of [one, two]) {
          await person.page.getByText(`${SCANS} scans nog niet verstuurd`).waitFor();
          await verdict(person).getByText('Welkom').waitFor();
        }
        // The device recognises a ticket that it scanned before, without a server.
        await scanAll(two, [day[SCANS]?.ticket ?? '']);
        await verdict(two).getByText('Al gebruikt').waitFor();
        await verdict(two)
          .getByText(/op Ingang rechts/)
          .waitFor();
        await assertGood(two, 'already used, offline');
        await two.picture('check-in-no-network');
        // Unsent scans survive a reload.
        await one.page.reload();
        await one.page.getByText(`${SCANS} scans nog niet verstuurd`).waitFor();

        server?.start();
        await stack.ready();
        for (const { page } of [one, two]) await page.evaluate(() => void dispatchEvent(new Event('online')));
        for (const { page } of [one, two])
          await page.getByText(/nog niet verstuurd/).waitFor({ state: 'detached' });
        const checkedIn = await count('checked_in');
        assert.equal(checkedIn.length, 2 * SCANS - 1, 'every guest is checked in');
        assert.deepEqual(new Set(checkedIn.map(({ times }) => times)), new Set([1]), 'each guest once');
        const again = (await count('used_again')).map(({ id }) => Number(id)).sort((a, b) => a - b);
        assert.deepEqual(again, [day[SCANS - 1]?.id, day[SCANS]?.id], 'the history has both uses');
        const told = (person: Person) =>
          person.page.getByText(/Dit apparaat toonde ‘Welkom’, maar de server zegt ‘Al gebruikt’/);
        await eventually(
          'one device reports the ticket used on both',
          async () => (await told(one).count()) + (await told(two).count()) === 1,
        );
        const [teller, other] = (await told(one).count()) ? [one, 'rechts'] : [two, 'links'];
        assert.match((await told(teller).textContent()) ?? '', new RegExp(`op Ingang ${other}`));
        await assertGood(teller, 'a ticket used twice');
        await teller.picture('check-in-told');
        await teller.page.getByRole('button', { name: 'Markeren als gezien' }).click();
        await told(teller).waitFor({ state: 'detached' });
        const search = teller.page.getByLabel('Gast zoeken');
        await eventually('a scanner types into the search', () =>
          search.evaluate((it) => it === document.activeElement),
        );
      }),
    );
  });

  it('encrypts stored guests with a key that can’t be exported, and clears every tab after a sign-out', async () => {
    await world().visit({ at: door(), cookie: await deskCookie() }, async (person) => {
      const { page } = person;
      person.tolerate(SIGNED_OUT);
      await readyToLeave(person, 'Balie');
      const [extractable, kept] = await page.evaluate(async (name) => {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
        });
        const all = (store: string) =>
          new Promise<unknown[]>((resolve) => {
            const request = database.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => resolve(request.result);
          });
        const [key] = (await all('keys')) as CryptoKey[];
        const lists = (await all('lists')) as { data: ArrayBuffer }[];
        database.close();
        return [key?.extractable, lists.map(({ data }) => new TextDecoder().decode(data)).join()] as const;
      }, DATABASE);
      assert.equal(extractable, false);
      assert.ok(kept.length > 10_000 && !kept.includes('Anna'));
      const other = await person.context.newPage();
      await other.goto(page.url().replace('check-in', 'bookings'));
      await other.getByRole('table').waitFor();
      await page.getByText('Account').click();
      await page.getByRole('button', { name: 'Uitloggen', exact: true }).click();
      await page.waitForURL(/sign-in/);
      assert.deepEqual(await databases(person), []);
      await other.waitForURL(/sign-in/);
      assert.equal(await other.getByRole('table').count(), 0);
    });
  });

  it('shows no guests when the browser restores a page after the session has ended', async () => {
    const { url } = world().stack.api;
    await world().visit({ at: `/v/${slug}/bookings`, cookie: await deskCookie() }, async (person) => {
      const { page, context } = person;
      person.tolerate(SIGNED_OUT);
      await page.getByRole('table').waitFor();
      await context.request.delete(`${url}/api/admin/session`, { headers: { Origin: url } });
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
      await page.waitForURL(/sign-in/);
    });
  });

  it('sends scans made before the check-in was closed, caches no API response, and serves no outdated page', async () => {
    const [guest] = await book(1, 'Weg');
    await world().visit({ at: '/check-in', cookie: await deskCookie() }, async (person) => {
      const { page, context } = person;
      person.tolerate(...AWAY, /Unable to preload|dynamically imported/);
      await page.waitForURL(new RegExp(door()));
      await readyToLeave(person, 'Balie');
      // A visited view works offline too.
      const elsewhere = async () => {
        await page.goto(`${world().stack.api.url}/admin/elsewhere`);
        await page.getByText('Pagina niet gevonden').waitFor();
      };
      await elsewhere();
      await page.goBack();
      await page.getByText(/\d+ boekingen, bijgewerkt om/).waitFor();
      await goOffline(page, world().stack.api.url);
      await scanAll(person, [guest?.ticket ?? '']);
      await page.getByText('1 scan nog niet verstuurd').waitFor();
      await page.getByText('Account').click();
      await page.getByRole('button', { name: 'Uitloggen', exact: true }).click();
      await page.getByText(/Als je uitlogt, raak je ze kwijt/).waitFor();
      const kept = await page.evaluate(async () => {
        const requests = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
        return (await Promise.all(requests)).flat().map(({ url }) => new URL(url).pathname);
      });
      assert.ok(kept.length > 5);
      assert.deepEqual(
        kept.filter((address) => !/^\/admin\/(assets\/[\w.-]+|[\w.-]*)$/.test(address)),
        [],
      );
      // Offline, every address leads to the check-in.
      await page.goto(`${world().stack.api.url}/admin/`);
      await page.waitForURL(new RegExp(door()));
      await page.getByText('1 scan nog niet verstuurd').waitFor();
      await page.goto(`${world().stack.api.url}/admin/v/${slug}/settings`);
      await page.getByText('Dit onderdeel kan zonder verbinding niet worden geladen.').waitFor();
      await page.waitForURL(new RegExp(door()));
      await elsewhere();
      // The page from the network takes precedence over a cached one.
      await page.evaluate(async () => {
        const [name = ''] = await caches.keys();
        await (await caches.open(name)).put('/admin/', new Response('<h1>old</h1>'));
      });
      await context.setOffline(false);
      const status = async () =>
        (await world().stack.api.admin('GET', `/venues/${slug}/bookings/${guest?.id}`)).body.status;
      await eventually('the scan is sent', async () => {
        // The browser's own event may come before its network works. A page sends at each one.
        await page.evaluate(() => void dispatchEvent(new Event('online')));
        return (await status()) === 'checked_in';
      });
      await page.reload();
      await page.getByText('Account').waitFor();
      assert.equal(await page.getByText('old', { exact: true }).count(), 0);
    });
  });

  it('deletes stored data when the session turns out to have ended', async () => {
    const cookie = await deskCookie();
    await world().visit({ at: door(), cookie }, async (person) => {
      person.tolerate(SIGNED_OUT);
      await readyToLeave(person, 'Balie');
      await world().stack.database.query('DELETE FROM catalog.session');
      // Gateways cache a session for a second.
      await eventually('the page has signed out', async () => {
        await person.page.evaluate(() => void dispatchEvent(new Event('online')));
        return person.page.url().includes('sign-in');
      });
      assert.deepEqual(await databases(person), []);
    });
  });

  it('finds a guest by name with the keyboard, and shows results by colour, icon and text', async () => {
    const [guest] = await book(1, 'Zoë van den Berg');
    const visit = { at: door(), cookie: await deskCookie('en'), viewport: { width: 360, height: 740 } };
    await world().visit({ ...visit, locale: 'en-GB' }, async (person) => {
      const { page } = person;
      await page.getByText(/\d+ bookings, updated at/).waitFor();
      await page.getByRole('heading', { name: 'Still expected today' }).waitFor();
      await page.getByRole('search').getByRole('listitem').first().waitFor();
      const [tomorrow] = await book(1, 'Tomorrow');
      const moved = await world().stack.database.query(
        `UPDATE booking.booking SET starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'
         WHERE id = $1 RETURNING reference, to_char(starts_at AT TIME ZONE timezone, 'HH24:MI') AS time`,
        [tomorrow?.id],
      );
      await page.getByLabel('Find a guest').fill(moved.rows[0].reference);
      await page.keyboard.press('Enter');
      await verdict(person).getByText(`Tomorrow ${moved.rows[0].time}`).waitFor();
      await verdict(person).getByText('Tomorrow 0', { exact: true }).waitFor();
      await assertGood(person, 'a guest of tomorrow');
      await page.getByLabel('Find a guest').fill('');
      // With an empty field, Enter neither checks in nor chooses anyone.
      await page.keyboard.press('Enter');
      assert.equal(await page.locator('button:focus', { hasText: 'Check in' }).count(), 0);
      await page.getByLabel('Find a guest').focus();
      await page.keyboard.type('zoe berg');
      await page.getByRole('search').getByText('To pay: €25.00').waitFor();
      await assertGood(person, 'found a guest');
      // One press of Enter checks nobody in, however long it is held.
      await page.evaluate(() => addEventListener('click', () => Object.assign(window, { clicked: true })));
      for (const _ of [1, 2]) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await page.locator('button:focus', { hasText: 'Check in' }).waitFor();
      assert.equal(await page.evaluate(() => 'clicked' in window), false);
      await page.keyboard.press('Enter');
      await verdict(person).getByText('Welcome').waitFor();
      await verdict(person).getByText('Zoë van den Berg 0').waitFor();
      await assertGood(person, 'welcome');
      await person.picture('check-in-welcome');
      assert.equal(
        (await world().stack.api.admin('GET', `/venues/${slug}/bookings/${guest?.id}`)).body.status,
        'checked_in',
      );
      await verdict(person).getByRole('button', { name: 'Paid here' }).click();
      const dialog = page.getByRole('dialog');
      await assertGood(person, 'a payment at check-in');
      await dialog.getByRole('button', { name: 'Record payment' }).click();
      await verdict(person).getByText('Paid', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Zoë van den Berg 0 is no longer checked in.').waitFor();
      const { body } = await world().stack.api.admin('GET', `/venues/${slug}/bookings/${guest?.id}`);
      assert.equal(body.history.at(-1).action, 'checked_in_undone');
      const [cancelled] = await book(1, 'Piet');
      await world().stack.api.admin('POST', `/venues/${slug}/bookings/${cancelled?.id}/cancel`);
      for (const [text, word] of [
        [cancelled?.ticket ?? '', 'Cancelled'],
        [`${guest?.ticket.slice(0, -6)}AAAAAA`, 'Unknown ticket'],
        ['https://elsewhere.example/menu', 'Not a ticket'],
      ] as const) {
        await page.getByLabel('Find a guest').fill(text);
        await page.keyboard.press('Enter');
        await verdict(person).getByText(word, { exact: true }).waitFor();
      }
      await assertGood(person, 'no');
      await person.picture('check-in-no');

      const [late] = await book(1, 'Last Week');
      const { rows } = await world().stack.database.query(
        `UPDATE booking.booking SET starts_at = starts_at - interval '7 days', ends_at = ends_at - interval '7 days'
         WHERE id = $1 RETURNING to_char(starts_at AT TIME ZONE timezone, 'FMDD Mon') AS day`,
        [late?.id],
      );
      for (const word of ['Welcome', 'Already used']) {
        await page.getByLabel('Find a guest').fill(late?.ticket ?? '');
        await page.keyboard.press('Enter');
        await verdict(person).getByText(word, { exact: true }).waitFor();
        await verdict(person)
          .getByText(new RegExp(`\\w{3} ${rows[0].day}`))
          .waitFor();
      }
      await assertGood(person, 'a ticket for another day');
      await person.picture('check-in-other-day');
    });
  });

  it('counts a party that arrives in part, also offline', async () => {
    const [near, far] = await book(2, 'Groep');
    const bookingOf = async (guest?: Made) =>
      (await world().stack.api.admin('GET', `/venues/${slug}/bookings/${guest?.id}`)).body;
    const visit = { at: door(), cookie: await deskCookie(), viewport: { width: 360, height: 740 } };
    await world().visit(visit, async (person) => {
      const { page, context } = person;
      person.tolerate(...AWAY);
      await readyToLeave(person, 'Deur');
      const countOne = async (guest?: Made) => {
        await scanAll(person, [guest?.ticket ?? '']);
        await verdict(person).getByText('Welkom').waitFor();
        await page.getByRole('button', { name: 'Eén minder' }).click();
        await page.getByRole('button', { name: 'Aantal opslaan' }).click();
        await verdict(person).getByText('1 van 2 aanwezig').waitFor();
      };
      await countOne(near);
      await assertGood(person, 'a party in part');
      await person.picture('check-in-partly');
      assert.equal((await bookingOf(near)).arrived, 1);
      await goOffline(page, world().stack.api.url);
      await countOne(far);
      // The rest arrives, and the ticket is scanned again.
      await scanAll(person, [far?.ticket ?? '']);
      await verdict(person).getByText('Al gebruikt').waitFor();
      await verdict(person).getByText('1 van 2 aanwezig').waitFor();
      await context.setOffline(false);
      await eventually('the count is sent', async () => (await bookingOf(far)).arrived === 1);
      await page.getByRole('button', { name: 'Eén meer' }).click();
      await page.getByRole('button', { name: 'Aantal opslaan' }).click();
      await eventually('everybody has come', async () => (await bookingOf(far)).arrived === 2);
    });
  });

  it('reads a ticket by camera, once while it stays in view', async () => {
    const [guest] = await book(1, 'Camera');
    const folder = await mkdtemp(path.join(tmpdir(), 'vb-camera-'));
    const film = path.join(folder, 'ticket.mjpeg');
    await world().visit(
      { at: '/sign-in', viewport: { width: 640, height: 480 } },
      async ({ page, tolerate }) => {
        tolerate(SIGNED_OUT);
        await page.goto(guest?.ticket ?? '');
        const code = (await page.locator('svg').first().screenshot()).toString('base64');
        await page.setContent(
          `<body><center><img width="300" height="300" src="data:image/png;base64,${code}"></center></body>`,
        );
        await writeFile(film, await takePicture(page, { type: 'jpeg', quality: 90 }));
      },
    );
    const browser = await startBrowser([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ]);
    try {
      const context = await browser.newContext({ locale: 'nl-NL', permissions: ['camera'] });
      const { url } = world().stack.api;
      const [name = '', value = ''] = (await deskCookie()).split(/=(.*)/s);
      await context.addCookies([{ name, value, url, sameSite: 'Strict', httpOnly: true }]);
      const page = await context.newPage();
      await page.goto(`${url}/admin${door()}`);
      await page.getByRole('button', { name: 'Tickets scannen' }).click();
      await page.locator('.verdict').getByText('Welkom').waitFor();
      await page.locator('.verdict').getByText('Camera 0').waitFor();
      const { body } = await world().stack.api.admin('GET', `/venues/${slug}/bookings/${guest?.id}`);
      assert.equal(body.status, 'checked_in');
      await takePicture(page, {
        path: path.join(import.meta.dirname, '../widget/artifacts/check-in-camera.png'),
      });
      await page.getByRole('button', { name: 'Camera stoppen' }).click();
      const { body: after } = await world().stack.api.admin('GET', `/venues/${slug}/bookings/${guest?.id}`);
      assert.equal(after.history.length, 2, 'it stayed in view, and was scanned once');
    } finally {
      await browser.close();
      await rm(folder, { recursive: true });
    }
  });
});
