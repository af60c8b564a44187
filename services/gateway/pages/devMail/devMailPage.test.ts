import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { assertNamesNoOtherHost, loadedBy, visit } from '../../testing/testVisit.ts';
import { devMailPage } from './devMailPage.ts';

const uuid = (n: number) => `0190b3c0-0000-7000-8000-${String(n).padStart(12, '0')}`;
const idOf = (n: number) => `20261121T09${String(n).padStart(7, '0')}Z-1-${n}-${uuid(n)}`;
const source = (n: number) =>
  [
    'From: Sauna <no-reply@localhost>',
    'To: "Ada <b>" <ada@example.com>',
    `Subject: Booking <i>${n}</i>`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: multipart/alternative; boundary=y',
    '',
    '--y',
    'Content-Type: text/plain',
    '',
    'Hello <script>1</script> see http://localhost:3000/tickets/a?b=1&c=2',
    '--y',
    'Content-Type: text/html',
    '',
    '<html><head></head><body><p>Hello</p><script>1</script></body></html>',
    '--y--',
    '--x',
    'Content-Type: text/calendar; name="../../evil.ics"',
    'Content-Disposition: attachment; filename="../../evil.ics"',
    '',
    'BEGIN:VCALENDAR',
    'END:VCALENDAR',
    '--x--',
    '',
  ].join('\r\n');

describe('/dev/mail', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vb-devmail-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const put = (n: number) => writeFile(join(folder, `${idOf(n)}.eml`), source(n));

  it('explains what to do when there is no mail or no folder', async () => {
    await rm(folder, { recursive: true });
    await using site = await visit(devMailPage({ folder }));
    const html = await (await site.get('/dev/mail')).text();
    assert.match(html, /No mail yet.*href="\/"/s);
    for (const address of loadedBy(html)) assert.equal((await site.get(address)).status, 200, address);
  });

  it('lists mails newest first, fifty per page', async () => {
    for (let n = 0; n < 120; n++) await put(n);
    await using site = await visit(devMailPage({ folder }));
    const page = async (query: string) => {
      const html = await (await site.get(`/dev/mail${query}`)).text();
      const numbers = [...html.matchAll(/Booking &lt;i&gt;(\d+)/g)].map(([, n]) => Number(n));
      return { html, first: numbers[0], last: numbers.at(-1), count: numbers.length };
    };
    const [first, second, third] = [await page(''), await page('?page=2'), await page('?page=3')];
    assert.deepEqual([first.first, first.last, first.count], [119, 70, 50]);
    assert.deepEqual([second.first, second.last], [69, 20]);
    assert.deepEqual([third.first, third.last], [19, 0]);
    assert.match(first.html, /Ada &lt;b&gt; &lt;ada@example\.com&gt;/);
    assert.match(second.html, /page=1">Newer<.*page=3">Older</s);
    assert.doesNotMatch(third.html, /Older/);
    assert.match((await page('?page=9')).html, /No mail that old/);
    assert.equal((await page('?page=x')).first, 119);
  });

  it('shows the text of a mail escaped, and its HTML in a sandboxed frame', async () => {
    await put(1);
    await using site = await visit(devMailPage({ folder }));
    const response = await site.get(`/dev/mail/${idOf(1)}`);
    const html = await response.text();
    assert.match(html, /Hello &lt;script&gt;1&lt;\/script&gt;/);
    assert.match(html, /href="http:\/\/localhost:3000\/tickets\/a\?b=1&amp;c=2"/);
    assert.doesNotMatch(html, /<script/);
    assertNamesNoOtherHost(html, ['http://localhost:3000/']);
    assert.match(response.headers.get('content-security-policy') ?? '', /frame-src 'self'/);
    assert.match(html, /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);

    const frame = await site.get(`/dev/mail/${idOf(1)}/html`);
    assert.match(
      frame.headers.get('content-security-policy') ?? '',
      /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:/,
    );
    assert.match(await frame.text(), /<p>Hello<\/p>/);
  });

  it('serves the source and the attachments, under safe file names', async () => {
    await put(1);
    await using site = await visit(devMailPage({ folder }));
    const raw = await site.get(`/dev/mail/${idOf(1)}/source`);
    assert.match(raw.headers.get('content-type') ?? '', /^text\/plain/);
    assert.equal(await raw.text(), source(1));
    const attached = await site.get(`/dev/mail/${idOf(1)}/attachments/0`);
    assert.equal(attached.headers.get('content-disposition'), 'attachment; filename=evil.ics');
    assert.match(await attached.text(), /^BEGIN:VCALENDAR\r\nEND:VCALENDAR/);
    for (const index of ['1', '-1', 'x', '__proto__'])
      assert.equal((await site.get(`/dev/mail/${idOf(1)}/attachments/${index}`)).status, 404, index);
  });

  it('reads only mails of its folder', async () => {
    await writeFile(join(folder, 'secret.eml'), 'Subject: secret');
    await writeFile(join(folder, 'target'), 'Subject: secret');
    await symlink(join(folder, 'target'), join(folder, `${idOf(5)}.eml`));
    await using site = await visit(devMailPage({ folder }));
    for (const id of [
      'secret',
      '..%2fsecret',
      `..%2f${idOf(1)}`,
      `${idOf(5)}`,
      `${idOf(6)}`,
      '%00',
      '__proto__',
    ])
      for (const path of ['', '/html', '/source', '/attachments/0'])
        assert.equal((await site.get(`/dev/mail/${id}${path}`)).status, 404, id + path);
    assert.doesNotMatch(await (await site.get('/dev/mail')).text(), /secret/);
  });

  it('answers 404 to requests through a proxy', async () => {
    await put(1);
    await using site = await visit(devMailPage({ folder }));
    for (const headers of [
      { 'X-Forwarded-For': '203.0.113.9' },
      { 'X-Forwarded-Proto': 'https' },
      { Forwarded: 'for=203.0.113.9' },
      { Via: '1.1 proxy' },
      { 'X-Real-IP': '203.0.113.9' },
      { 'CF-Connecting-IP': '203.0.113.9' },
      { 'CF-Ray': '1' },
      { 'True-Client-IP': '203.0.113.9' },
      { 'X-Client-IP': '203.0.113.9' },
      { 'Fastly-Client-IP': '203.0.113.9' },
      { 'X-Envoy-External-Address': '203.0.113.9' },
      { Referer: 'https://book.example/' },
      { Referer: 'nonsense' },
    ])
      assert.equal((await fetch(`${site.url}/dev/mail`, { headers })).status, 404, JSON.stringify(headers));
    assert.equal((await fetch(`${site.url}/dev/mail`, { headers: { Referer: site.url } })).status, 200);
  });

  it('answers 404 to HTTP/1.0, which proxies such as nginx use by default', async () => {
    await using site = await visit(devMailPage({ folder }));
    const { hostname: host, port } = new URL(site.url);
    const ask = async (version: string) => {
      const socket = connect({ host, port: Number(port) });
      const answer = new Promise<string>((resolve) => {
        socket.once('data', (data) => resolve(String(data).slice(0, 12)));
        socket.once('close', () => resolve('closed'));
      });
      socket.write(`GET /dev/mail HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
      return answer.finally(() => socket.destroy());
    };
    assert.deepEqual([await ask('1.1'), await ask('1.0')], ['HTTP/1.1 200', 'HTTP/1.1 404']);
  });

  it('explains how to switch it off', async () => {
    await using site = await visit(devMailPage({ folder }));
    assert.match(await (await site.get('/dev/mail')).text(), /DEV_MAIL=false/);
  });

  it('answers 404 for another host name', async () => {
    await put(1);
    await using site = await visit(devMailPage({ folder }));
    for (const path of ['/dev/mail', `/dev/mail/${idOf(1)}`, `/dev/mail/${idOf(1)}/source`]) {
      const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) =>
        import('node:http').then(({ get }) =>
          get(`${site.url}${path}`, { headers: { Host: 'rebound.example' } }, ({ statusCode }) =>
            resolve({ status: statusCode }),
          ).on('error', reject),
        ),
      );
      assert.equal(status, 404);
    }
  });
});
