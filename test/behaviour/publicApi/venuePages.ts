import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addDays } from '@venue-booking/domain/schedule/venueTime';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

const BROWSER = { Accept: 'text/html,*/*;q=0.8' };

/** The page of a venue, on the host of the platform and on the venue's own. */
export function venuePages(stack: () => Stack): void {
  describe('the page of a venue', () => {
    let slug: string;
    let domain: string;
    let facility: number;
    beforeAll(async () => {
      const { api } = stack();
      domain = `${randomUUID()}.example`;
      slug = await api.newVenue({ name: 'Bad aan Zee', locale: 'nl', domains: [domain] });
      facility = await api.newFacility(slug, { name: 'Zwembad', price_eur: 12 });
    });
    const get = (path: string, headers: Record<string, string> = {}) =>
      call(stack().api.url + path, { headers: { ...BROWSER, ...headers } });
    const onDomain = (path: string, headers: Record<string, string> = {}) =>
      get(path, { 'X-Forwarded-Host': domain, ...headers });
    const patch = async (body: object) => {
      const { status, text } = await stack().api.admin('PATCH', `/venues/${slug}`, body);
      assert.equal(status, 200, text);
    };
    const linkTo = (html: string, rel: string) =>
      new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(html)?.[1];

    it('is the same on the platform and on the venue’s own domain, which is its canonical address', async () => {
      for (const page of [await get(`/v/${slug}`), await onDomain('/'), await onDomain(`/v/${slug}`)]) {
        assert.equal(page.status, 200, page.text);
        assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
        assert.match(page.text, /<h1[^>]*>Bad aan Zee<\/h1>/);
        assert.match(page.text, /Zwembad.*12,00/s);
        assert.match(page.text, new RegExp(`vb-facility=${facility}&amp;vb-date=`));
        const home = linkTo(page.text, 'canonical');
        assert.equal(new URL(home ?? '').host.replace(/:\d+$/, ''), domain);
      }
    });

    it('is missing for unknown venues, and for other venues on a venue’s own domain', async () => {
      const other = await stack().api.newVenue();
      assert.equal((await get(`/v/${other}`)).status, 200);
      for (const missing of [
        await onDomain(`/v/${other}`),
        await get('/v/no-such-venue'),
        await get('/v/%00'),
      ]) {
        assert.equal(missing.status, 404);
        assert.match(missing.text, /<h1>/);
      }
      assert.equal(
        (await get('/v/no-such-venue', { Accept: 'application/json' })).body.error.length > 0,
        true,
      );
      const posted = await call(`${stack().api.url}/v/${slug}`, { body: {} });
      assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
    });

    it('leaves / of the platform and of unknown hosts as it is', async () => {
      for (const page of [await get('/'), await get('/', { 'X-Forwarded-Host': 'unknown.example' })])
        assert.doesNotMatch(page.text, /Bad aan Zee/);
    });

    it('is in the language that the visitor selects, else the browser’s, else the venue’s', async () => {
      const language = async (path: string, headers: Record<string, string> = {}) =>
        /<html lang="(\w+)"/.exec((await get(path, headers)).text)?.[1];
      const English = { 'Accept-Language': 'en-GB' };
      assert.equal(await language(`/v/${slug}`, { 'Accept-Language': 'ja' }), 'nl');
      assert.equal(await language(`/v/${slug}`, English), 'en');
      assert.equal(await language(`/v/${slug}?locale=nl`, English), 'nl');
      assert.equal(await language(`/v/${slug}?locale=xx`, English), 'en');
      assert.match((await get(`/v/${slug}`)).headers.get('vary') ?? '', /Accept-Language/);
    });

    it('shows a change at once, and answers 304 while nothing changes', async () => {
      await patch({ description: 'Zwemmen <b>aan</b> zee.' });
      const page = await get(`/v/${slug}`);
      assert.match(page.text, /<p class="lead" dir="auto">Zwemmen &lt;b&gt;aan&lt;\/b&gt; zee\.<\/p>/);
      const headers = { 'If-None-Match': page.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
      assert.equal((await get(`/v/${slug}`, headers)).status, 304);
      await patch({ description: 'Anders.' });
      assert.equal((await get(`/v/${slug}`, headers)).status, 200);
      const head = await call(`${stack().api.url}/v/${slug}`, { method: 'HEAD', headers: BROWSER });
      assert.deepEqual([head.status, head.text], [200, '']);
    });

    it('marks days with special hours, of the whole venue or of all facilities', async () => {
      const today = daysAhead(0);
      const closed = { dates: [addDays(today, 2)], closed: true };
      const special = {
        facilities: [facility],
        dates: [addDays(today, 20)],
        opens_at: '12:00',
        closes_at: '14:00',
      };
      for (const change of [closed, special])
        assert.equal((await stack().api.admin('PUT', `/venues/${slug}/exceptions`, change)).status, 200);
      const { text } = await get(`/v/${slug}`);
      const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
      assert.deepEqual(
        data.specialOpeningHoursSpecification.map(({ validFrom, opens, closes }: Record<string, string>) => [
          ...[validFrom, opens, closes],
        ]),
        [
          [addDays(today, 2), '00:00', '00:00'],
          [addDays(today, 20), '12:00', '14:00'],
        ],
      );
    });

    it('has a QR code and posters, which open the page at a facility and a day', async () => {
      const fileOf = (path: string) => onDomain(`/v/${slug}/${path}`);
      const code = await fileOf('code.svg');
      assert.match(code.headers.get('content-type') ?? '', /^image\/svg\+xml/);
      assert.match(code.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      const poster = await fileOf(`poster.svg?vb-facility=${facility}`);
      assert.match(poster.text, /Bad aan Zee/);
      assert.ok(poster.text.includes(`${domain}`));
      assert.ok(poster.text.includes(`?vb-facility=${facility}`));
      const pdf = await fileOf('poster.pdf');
      assert.match(pdf.headers.get('content-type') ?? '', /^application\/pdf/);
      assert.match(pdf.text, /^%PDF/);
      const same = await fileOf('code.svg?vb-facility=x&vb-date=soon&other=1');
      assert.equal(same.text, code.text, 'leaves out what is not valid');
      assert.notEqual((await fileOf(`code.svg?vb-date=${daysAhead(3)}`)).text, code.text);
    });

    it('has an accessibility statement with what the venue adds', async () => {
      await patch({ accessibility_text: 'Geen drempels.' });
      const page = await onDomain(`/v/${slug}/accessibility`, { 'Accept-Language': 'en' });
      assert.match(page.text, /EN 301 549.*Geen drempels\.|Geen drempels\..*EN 301 549/s);
    });

    it('may be framed at /frame only, by the venue’s own and allowed websites', async () => {
      const injected = 'https://x;script-src';
      await patch({ allowed_origins: ['https://www.zee.example', injected] });
      const ancestors = ({ headers }: { headers: Headers }) =>
        /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ') ?? [];
      const frame = await get(`/v/${slug}/frame`);
      assert.match(frame.text, new RegExp(`<venue-booking tenant="${slug}"`));
      const allowed = ancestors(frame);
      assert.ok(allowed.includes('https://www.zee.example'), allowed.join());
      assert.ok(allowed.some((source) => source.includes(domain)));
      assert.ok(!allowed.some((source) => source.includes('x;')));
      assert.deepEqual(ancestors(await get(`/v/${slug}`)), ["'none'"]);
      const script = await get('/frame.js');
      assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
    });

    it('is in the sitemap while the venue is live, and not indexed before', async () => {
      const sitemaps = async () => [(await get('/sitemap.xml')).text, (await onDomain('/sitemap.xml')).text];
      for (const xml of await sitemaps()) assert.match(xml, new RegExp(`<loc>https?://${domain}`));
      const robots = await onDomain('/robots.txt');
      assert.match(robots.text, new RegExp(`^Sitemap: https?://${domain}.*/sitemap\\.xml$`, 'm'));
      await patch({ live: false });
      const page = await onDomain('/');
      assert.match(page.text, /binnenkort/);
      assert.equal(page.headers.get('x-robots-tag'), 'noindex');
      for (const read of [get, onDomain])
        await eventually(
          'not in the sitemap',
          async () => !(await read('/sitemap.xml')).text.includes(domain),
        );
    });
  });
}
