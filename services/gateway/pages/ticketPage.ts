import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { newCall, runInCall } from '@venue-booking/kit/callContext';
import { escapeHtml } from '@venue-booking/kit/wording';
import type { Booking } from '@venue-booking/proto/booking';
import type { BookingStatus } from '@venue-booking/proto/bookingStatus';
import { fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import express, { type Router } from 'express';
import type { Backends } from '../backends.ts';
import { sendFailure } from '../errors.ts';
import { assets } from './assets.ts';
import { fill, sendPage } from './html.ts';

const BUDGET_MS = 8000;

const labels = {
  nl: {
    title: 'Je boeking',
    unknown: 'Deze link werkt niet (meer)',
    facility: 'Wat',
    time: 'Wanneer',
    people: 'Personen',
    amount: 'Bedrag',
    name: 'Naam',
    id: 'Boekingsnummer',
  },
  en: {
    title: 'Your booking',
    unknown: 'This link does not work (any more)',
    facility: 'What',
    time: 'When',
    people: 'People',
    amount: 'Amount',
    name: 'Name',
    id: 'Booking number',
  },
} satisfies Record<Locale, Record<string, string>>;

const statuses: Record<Locale, Record<BookingStatus, string>> = {
  nl: {
    pending_payment: 'Wacht op betaling',
    confirmed: 'Bevestigd',
    expired: 'Verlopen',
    cancelled: 'Geannuleerd',
    checked_in: 'Ingecheckt',
    no_show: 'Niet verschenen',
  },
  en: {
    pending_payment: 'Waiting for payment',
    confirmed: 'Confirmed',
    expired: 'Expired',
    cancelled: 'Cancelled',
    checked_in: 'Checked in',
    no_show: 'Not shown up',
  },
};

const own = (name: string) => fileURLToPath(new URL(`./ticket/${name}`, import.meta.url));

/**
 * `GET /tickets/{token}`: the booking that a signed link opens, as a page in the booking's language or, when preferred, as JSON. It
 * only shows. A link that was not signed by us is a 404.
 */
export function ticketPage({ booking }: Pick<Backends, 'booking'>): Router {
  const { router: files, version } = assets(
    { 'ticket.css': own('ticket.css') },
    { 'Cache-Control': 'public, max-age=31536000, immutable' },
  );
  const template = readFileSync(own('ticket.html'), 'utf8');
  const page = (values: Record<string, string>) =>
    fill(template, { assets: `/tickets/assets/${version}`, status: '', rows: '', ...values });

  const router = express.Router();
  router.use(`/tickets/assets/${version}`, files);
  router.get('/tickets/:token', async (request, response) => {
    const call = newCall(BUDGET_MS, request.get('traceparent'));
    const token = request.params.token.slice(0, 2000);
    const opened = await runInCall(call, () => booking.openTicket.query({ token }));
    const found = opened && { ...opened.booking, locale: opened.locale };
    response.vary('Accept');
    if (request.accepts(['html', 'json']) === 'json') {
      response.setHeader('Cache-Control', 'no-store');
      if (!found) return sendFailure(request, response, fail('ticket_not_found'));
      const { locale: _locale, ...ticket } = found;
      return void response.json(ticket);
    }
    const locale: Locale = found
      ? (found.locale as Locale)
      : request.acceptsLanguages('en', 'nl') === 'nl'
        ? 'nl'
        : 'en';
    const { title, unknown } = labels[locale];
    if (!found) response.status(404);
    const html = found
      ? page({ lang: locale, title, status: statuses[locale][found.status], rows: rowsOf(found, locale) })
      : page({ lang: locale, title: unknown });
    sendPage(response, html, { cacheControl: 'no-store' });
  });
  return router;
}

function rowsOf(booking: Booking, locale: Locale): string {
  const { facility, time, people, amount, name, id } = labels[locale];
  const euro = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(
    booking.amount_eur,
  );
  const rows = [
    [facility, booking.facility],
    [time, `${formatLocal(booking.starts_at, locale)} – ${booking.ends_at.slice(11)}`],
    [people, String(booking.people)],
    [amount, euro],
    [name, booking.customer_name],
    [id, String(booking.id)],
  ];
  return rows.map(([label = '', value = '']) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`).join('');
}

/** The venue's local time as it is: shown as UTC, so that no other zone gets a say. */
const formatLocal = (local: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${local}:00Z`));
