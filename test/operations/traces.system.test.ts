import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startNats } from '../servers/nats.ts';
import { eventually } from '../stack/api.ts';
import { follow } from '../stack/guest.ts';
import { drawTrace, type ReceivedSpan, startOtlpReceiver } from '../stack/otlpReceiver.ts';
import { newPaidVenue } from '../stack/paidVenue.ts';
import { type Stack, startInOneProcess } from '../stack/stack.ts';

describe('traces of a paid booking, over NATS', () => {
  const traceId = randomBytes(16).toString('hex');
  // As a client sends it: it asks for a sample, which it does not decide.
  const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
  let collector: Awaited<ReturnType<typeof startOtlpReceiver>>;
  let nats: Awaited<ReturnType<typeof startNats>>;
  let stack: Stack;
  let spans: ReceivedSpan[];
  let email: string;
  let links: string[];

  beforeAll(async () => {
    collector = await startOtlpReceiver();
    nats = await startNats({ own: true });
    stack = await startInOneProcess({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, NATS_URL: nats.url },
    });
    const venue = await newPaidVenue(stack);
    const booked = await venue.book({}, headers);
    email = booked.email;
    links = [booked.ticketUrl, booked.payUrl];
    // Otherwise the payment could belong to the request that opens the link.
    await eventually('the payment is requested', async () => {
      const { rowCount } = await stack.database.query('SELECT FROM payment.payment WHERE booking_id = $1', [
        booked.id,
      ]);
      return rowCount === 1;
    });
    const pay = await follow(booked.payUrl, { headers });
    const chosen = await follow(pay.next ?? '', {
      method: 'POST',
      headers,
      body: new URLSearchParams({ outcome: 'paid' }),
    });
    assert.equal(chosen.status, 303, chosen.text);
    await follow(chosen.next ?? '', { headers });
    await venue.becomes(booked.id, 'confirmed');
    await eventually('the ticket is mailed', () => stack.mail.to(email).length > 0);
    // Spans are sent when the process stops at the latest.
    await Promise.all(stack.processes.map((process) => process.stop()));
    spans = collector.trace(traceId);
  });
  afterAll(async () => {
    await stack?.stop();
    await nats?.stop();
    await collector?.stop();
  });

  const tree = () => drawTrace(spans, { withSql: true });
  const byId = (id: string | undefined) => spans.find(({ spanId }) => spanId === id);
  /** The names of a span's ancestors, from the first span of its trace to itself. */
  const pathTo = (span: ReceivedSpan | undefined): string[] =>
    span ? [...pathTo(byId(span.parentSpanId)), span.name] : [];

  it('are whole: each request begins a tree, whatever span the client names, and each other span has its parent', () => {
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined).map(({ name }) => name);
    assert.deepEqual(
      roots,
      ['POST /api/site/bookings', 'GET /pay/:token', 'POST /sandbox/:id', 'GET /pay/return/:token'],
      tree(),
    );
    for (const { name, parentSpanId } of spans) assert.ok(!parentSpanId || byId(parentSpanId), name);
  });

  it('lead from the booking to its payment, its confirmation and the mail, though others report the payment', () => {
    const paths = new Set(spans.map((span) => pathTo(span).join(' > ')));
    const created = 'POST /api/site/bookings > booking.createBooking > createBooking';
    const requested = `${created} > publish events.booking.payment_requested > consume events.booking.payment_requested`;
    const paid = `${requested} > publish events.payment.payment_paid > consume events.payment.payment_paid`;
    const confirmed = `${paid} > publish events.booking.booking_status_changed`;
    for (const path of [
      `${created} > availability.reserve > reserve`,
      `${created} > availability.reserve > reserve > WITH availability.slot`,
      `${created} > publish events.booking.booking_created > consume events.booking.booking_created`,
      paid,
      `${confirmed} > consume events.booking.booking_status_changed`,
      `${paid} > mail confirmed > compose`,
      `${paid} > mail confirmed > transmit`,
    ])
      assert.ok(paths.has(path), `${path} is not in\n${tree()}`);
  });

  it('hold no data of guests', () => {
    const text = collector.text();
    for (const secret of [
      email,
      'Anna',
      ...links.map((link) => new URL(link).pathname.split('/').at(-1) ?? ''),
    ])
      assert.equal(text.includes(secret), false, secret);
  });
});
