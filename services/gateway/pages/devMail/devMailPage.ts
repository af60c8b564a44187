import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { isLoopbackUrl } from '@venue-booking/kit/settings/loopbackUrl';
import { type Request, type Response, Router } from 'express';
import type { Address, Email } from 'postal-mime';
import { pageAssets } from '../layout/assets.ts';
import { fill, readTemplate, sendPage } from '../layout/html.ts';
import { mailIds, readMail } from './mailFiles.ts';

const PER_PAGE = 50;

/** Loads the parser with the first mail. */
const parse = async (raw: Buffer): Promise<Email> => (await import('postal-mime')).default.parse(raw);

/** Permissions of a mail's HTML: it may only open links in new tabs. */
const FRAME = 'allow-popups allow-popups-to-escape-sandbox';
const FRAME_POLICY = `sandbox ${FRAME}; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'`;
const PLAIN_POLICY = "sandbox; default-src 'none'";

const LOOPBACK = /^(127\.|::ffff:127\.|::1$)/;
/** Headers that proxies and content delivery networks add. */
const BY_PROXY =
  /^(via|forwarded|x-forwarded(-.*)?|x-real-ip|(x-)?(true-)?client-?ip|x-cluster-client-ip|x-original-.*|x-proxy.*|x-envoy-.*|x-amzn?-.*|x-azure-.*|x-arr-.*|cf-.*|cdn-.*|fastly-.*|fly-.*|proxy-.*|max-forwards)$/;
/** Headers with the website that a request comes from. */
const FROM = ['origin', 'referer'] as const;

/**
 * Whether a request comes directly from this machine and not through a proxy. A proxy without headers of its
 * own is detected by HTTP/1.0, which browsers do not use, or by an origin or referrer with a public name.
 */
const isFromOwnMachine = ({ headers, socket, httpVersion }: Request): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  httpVersion === '1.1' &&
  !Object.keys(headers).some((name) => BY_PROXY.test(name)) &&
  isLoopbackUrl(`http://${headers.host}`) &&
  FROM.every((name) => headers[name] === undefined || isLoopbackUrl(headers[name]));

/**
 * `/dev/mail`: mails that were written to a folder instead of being sent, for local development. Requests
 * from other machines, through a proxy or for another host name get a 404.
 */
export function devMailPage({ folder }: { folder: string }): Router {
  const files = pageAssets('/dev/mail/assets', ['layout/site.css', 'devMail/devMail.css']);
  const template = readTemplate('devMail/devMail.html');
  const show = (response: Response, values: { title: string; body: string }) =>
    sendPage(response, fill(template, { assets: files.path, ...values }), {
      cacheControl: 'no-store',
      frames: true,
    });

  const router = Router();
  router.use('/dev/mail', (request, _response, next) =>
    next(isFromOwnMachine(request) ? undefined : 'router'),
  );
  router.use(files.router);
  router.get('/dev/mail', async (request, response) => {
    const body = await listOf(folder, pageOf(request));
    show(response, { title: 'Mail', body });
  });

  /** Adds a route for a mail. If `answer` returns null, the request continues to the 404 page. */
  const onMail = (
    path: string,
    answer: (response: Response, mail: Email, raw: Buffer, request: Request) => unknown,
  ) =>
    router.get(`/dev/mail/:id${path}`, async (request, response, next) => {
      const raw = await readMail(folder, String(request.params.id));
      if (!raw) return next();
      response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
      if (answer(response, await parse(raw), raw, request) === null) next();
    });
  onMail('', (response, mail, _raw, request) =>
    show(response, {
      title: escapeHtml(mail.subject ?? ''),
      body: messageOf(mail, String(request.params.id)),
    }),
  );
  onMail('/html', (response, { html }) => {
    if (html === undefined) return null;
    response.setHeader('Content-Security-Policy', FRAME_POLICY);
    response.type('html').send(html.replace('<head>', '<head><base target="_blank">'));
  });
  onMail('/source', (response, _mail, raw) => {
    response.setHeader('Content-Security-Policy', PLAIN_POLICY);
    response.type('text/plain; charset=utf-8').send(raw);
  });
  onMail('/attachments/:index', (response, { attachments }, _raw, request) => {
    const attachment = attachments[Number(request.params.index)];
    if (!attachment) return null;
    response.setHeader('Content-Security-Policy', PLAIN_POLICY);
    response.attachment(attachment.filename ?? 'attachment').type(attachment.mimeType);
    const content = Buffer.from(attachment.content as ArrayBuffer);
    // The parser converts line ends to LF; iCalendar requires CRLF.
    const isCalendar = ['text/calendar', 'application/ics'].includes(attachment.mimeType);
    response.send(isCalendar ? Buffer.from(content.toString().replace(/\r?\n/g, '\r\n')) : content);
  });
  return router;
}

/** Page 1 has the newest mails. */
const pageOf = ({ query }: Request): number => Math.max(1, Math.trunc(Number(query.page)) || 1);

async function listOf(folder: string, page: number): Promise<string> {
  const ids = await mailIds(folder);
  const shown = ids.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  if (shown.length === 0)
    return page === 1 ? EMPTY : `${HEADING}<p>No mail that old. <a href="/dev/mail">Newest</a></p>`;
  const rows = await Promise.all(shown.map((id) => rowOf(folder, id)));
  const newer = page > 1 ? `<a href="/dev/mail?page=${page - 1}">Newer</a>` : '';
  const older = ids.length > page * PER_PAGE ? `<a href="/dev/mail?page=${page + 1}">Older</a>` : '';
  return `${HEADING}
<table class="mails"><thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Time</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
${newer || older ? `<nav class="pages" aria-label="Pages">${newer}${older}</nav>` : ''}`;
}

const HEADING = `<h1>Mail</h1>
<p class="soft">Mail to guests. There is no SMTP server (<code>SMTP_URL</code>), so mail is stored here instead of being sent.
Only this machine can open this page. Switch it off with <code>DEV_MAIL=false</code> before you put a proxy in front.</p>`;

const EMPTY = `${HEADING}
<div class="empty"><p>No mail yet. <a href="/">Book something on the demo page</a>, and the guest's mail appears here a moment later.</p></div>`;

async function rowOf(folder: string, id: string): Promise<string> {
  const raw = await readMail(folder, id);
  if (!raw) return '';
  const { subject, to, date } = await parse(raw);
  return `<tr><td><a href="/dev/mail/${id}" dir="auto">${escapeHtml(subject || '(no subject)')}</a></td><td dir="auto">${addresses(to)}</td><td>${time(date)}</td></tr>`;
}

function messageOf({ subject, from, to, replyTo, date, text, html, attachments }: Email, id: string): string {
  const about = [
    ['From', addresses(from && [from])],
    ['To', addresses(to)],
    ['Reply-To', addresses(replyTo)],
    ['Time', time(date)],
    [
      'Attached',
      attachments
        // The calendar is also an alternative of the text, which the parser lists without a name.
        .flatMap(({ filename, mimeType }, index) =>
          filename === null && mimeType === 'text/calendar'
            ? []
            : `<a href="/dev/mail/${id}/attachments/${index}" download>${escapeHtml(filename ?? 'attachment')}</a>`,
        )
        .join(', '),
    ],
  ];
  return `<p><a href="/dev/mail">All mail</a></p>
<h1 dir="auto">${escapeHtml(subject || '(no subject)')}</h1>
<dl class="about">
${about.flatMap(([label, value]) => (value ? `<dt>${label}</dt><dd dir="auto">${value}</dd>` : [])).join('\n')}
</dl>
${html === undefined ? '' : `<iframe src="/dev/mail/${id}/html" sandbox="${FRAME}" title="The mail as HTML"></iframe>`}
<h2>As text</h2>
<pre dir="auto">${withLinks(text ?? '')}</pre>
<p><a href="/dev/mail/${id}/source">Source</a></p>`;
}

const addresses = (list: Address[] = []): string =>
  list.map(({ name, address = '' }) => escapeHtml(name ? `${name} <${address}>` : address)).join(', ');

/** In the time zone of this machine. */
const time = (iso = ''): string =>
  Number.isNaN(Date.parse(iso))
    ? ''
    : `<time datetime="${escapeHtml(iso)}">${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso))}</time>`;

const withLinks = (text: string): string =>
  escapeHtml(text).replace(
    /\bhttps?:\/\/[^\s<>]+/g,
    (address) => `<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>`,
  );
