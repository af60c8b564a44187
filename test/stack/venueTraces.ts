import assert from 'node:assert/strict';
import { makeImage } from '../../services/gateway/testing/makeImage.ts';
import { outboxRetention } from '../../services/kit/events/outboxStore.ts';
import { deleteExpiredRows } from '../../services/kit/postgres/retention.ts';
import { daysAhead, eventually } from './api.ts';
import { newPaidVenue, type PaidVenue } from './paidVenue.ts';
import type { Stack } from './stack.ts';

/** Parts of every text that the owner, or that guests and the desk wrote. */
export type Words = { venue: string; guest: string };
const SERVICES = ['catalog', 'booking', 'payment'] as const;

/** Tables that keep rows of a purged venue, see docs/decisions/0123-deleted-venues.md. */
export const REMAINS = [
  'booking.booking',
  'booking.facility',
  'booking.further_payment',
  'booking.invoice',
  'booking.invoice_number',
  'booking.reservation_outcome',
  'booking.till',
  'booking.venue',
  'catalog.purged_venue',
  'payment.account',
  'payment.attempt',
  'payment.payment',
  'payment.refund',
  'payment.statement',
];

/** A venue with rows in every table that has rows of venues, and with the words in every text. */
export async function newTracedVenue(
  stack: Stack,
  { venue, guest }: Words,
): Promise<PaidVenue & { venueId: number; ticketUrl: string }> {
  const { api, database } = stack;
  const text = `The ${venue}`;
  const email = `${guest}@example.com`;
  const address = { street: `${text} 1`, postal_code: '1011 AB', city: venue, country: 'NL' };
  const paid = await newPaidVenue(stack, {
    venue: {
      ...{ name: text, description: text, accessibility_text: text, address: text, visit_info: text },
      ...{ phone: `020 ${venue}`, contact_email: `${venue}@example.com`, reply_to: `${venue}@example.com` },
      ...{
        mail_from_name: text,
        domains: [`${venue}.example`],
        allowed_origins: [`https://${venue}.example`],
      },
      ...{ terms_url: `https://${venue}.example/terms`, review_url: `https://${venue}.example/review` },
      redirect_origins: [`https://${venue}.example`],
      primary_domain: null,
      invoicing: {
        ...{ legal_name: text, address, vat_number: 'NL123456789B01', tax_number: null },
        ...{ register_number: null, vat_exemption: null, footer: text, number_prefix: '' },
      },
    },
    facility: { name: text, description: text, visit_info: text, vat_percent: 9 },
  });
  const { slug, facility } = paid;
  const admin = async (method: string, path: string, body?: unknown) => {
    const answer = await api.admin(method, `/venues/${slug}${path}`, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const later = { from: daysAhead(40), to: daysAhead(40) };
  await admin('POST', '/rooms', { name: text });
  await admin('PUT', `/facilities/${facility}/exceptions/${daysAhead(30)}`, { closed: true, note: text });
  await admin('PUT', '/exceptions', { dates: [daysAhead(31)], closed: true, note: text });
  await admin('PUT', '/fields', {
    fields: [{ key: venue, label: text, type: 'text', required: false }],
  });
  await admin('POST', '/blocks', { ...later, blocked: true, reason: `${text} ${guest}` });
  await admin('PUT', '/mail-texts/confirmed/en', { subject: text, body: text });
  await admin('POST', '/people', { email: `owner-${venue}@example.com`, role: 'owner' });
  await admin('POST', '/tokens', { name: text });
  await admin('PUT', `/facilities/${facility}/feed`, {});
  assert.equal((await api.upload(slug, await makeImage('png', { width: 60, height: 30 }))).status, 201);
  const hook = await admin('POST', '/webhooks', { url: `http://127.0.0.1:9/${venue}` });
  await admin('POST', `/webhooks/${hook.id}/test`);

  const redirect_url = `https://${venue}.example/thanks?${guest}`;
  const guests = { customer_name: guest, customer_email: email, extra: { [venue]: guest }, redirect_url };
  const booked = await paid.bookAndPay(guests);
  const unpaid = await paid.book(guests, { 'Idempotency-Key': guest });
  await admin('PUT', `/bookings/${booked.id}/note`, { note: guest });
  await admin('PATCH', `/bookings/${booked.id}/guest`, { note: guest, tags: [guest.slice(0, 20)] });
  await admin('POST', `/bookings/${booked.id}/refunds`, { amount_eur: 5 });
  const desk = await admin('POST', '/bookings', {
    ...{ slot_id: paid.slots[7], customer_name: guest, customer_email: email },
  });
  await admin('POST', `/bookings/${desk.id}/payments`, { amount_eur: 1, method: 'cash', note: guest });
  await admin('POST', `/bookings/${booked.id}/invoices`, { company: guest, address });
  await database.query(`UPDATE booking.booking SET hold_until = now(), grace_until = now() WHERE id = $1`, [
    unpaid.id,
  ]);
  await paid.becomes(unpaid.id, 'expired');
  const found = await database.query<{ id: number }>('SELECT id FROM catalog.venue WHERE slug = $1', [slug]);
  const venueId = found.rows[0]?.id ?? assert.fail(slug);
  const { slots } = paid;
  await plantRows(stack, {
    venueId,
    facility,
    slot: slots[7],
    booking: booked.id,
    words: `${venue} ${guest}`,
  });
  // An event that arrives after the purge would leave a row.
  await untilPublished(stack, venueId);
  return { ...paid, venueId, ticketUrl: booked.ticketUrl };
}

/** Rows that arise rarely, or that are soon deleted. */
async function plantRows(
  { database }: Stack,
  all: { venueId: number; facility: number; slot: number | undefined; booking: number; words: string },
): Promise<void> {
  const insert = (table: string, values: Record<string, string>) =>
    database.query(
      `INSERT INTO ${table} (venue_id, ${Object.keys(values).join()})
       SELECT v."venueId", ${Object.values(values).join()} FROM jsonb_to_record($1::jsonb) AS v (
         "venueId" integer, facility integer, slot bigint, booking bigint, words text) ON CONFLICT DO NOTHING`,
      [JSON.stringify(all)],
    );
  const uid = 'gen_random_uuid()';
  await insert('availability.own_move', {
    ...{ booking_uid: uid, instead_of: uid, places: '1', capacity: '1', private: 'false', minutes: '60' },
    ...{ break_minutes: '0', old_minutes: '60', old_break_minutes: '0' },
  });
  await insert('availability.resize', {
    ...{ booking_uid: uid, revision: '1', people: '1', places_before: '1', places_after: '1' },
  });
  await insert('availability.add_on_use', {
    ...{
      facility_id: 'facility',
      day: 'current_date',
      slot_id: 'slot',
      key: `'towel'`,
      taken: '1',
      stock: '2',
    },
  });
  await insert('availability.room_use', {
    ...{ slot_id: 'slot', room_id: '1', during: `tstzrange('1990-01-01', '1990-01-02')` },
  });
  await insert('booking.check_in_scan', {
    ...{ scan_id: uid, booking_id: 'booking', outcome: `'checked_in'`, device: 'words', scanned_at: 'now()' },
  });
  await insert('booking.move_item', {
    ...{
      list_id: uid,
      booking_id: 'booking',
      action: `'{}'`,
      revision: '1',
      actor: 'words',
      by_desk: 'true',
    },
    ...{ status: `'done'` },
  });
  await insert('booking.message', {
    ...{ id: uid, subject: 'words', body: 'words', chosen: `'{}'`, recipients: '1', bookings: '1' },
    ...{ without_address: '0', actor: 'words' },
  });
  await insert('booking.limit_tally', { day: 'current_date', kind: `'proof'`, count: '1' });
  await insert('booking.venue_notice', { booking_id: 'booking', kind: `'new'` });
  await insert('booking.invoice_due', { booking_id: 'booking' });
  await insert('booking.till', {
    ...{
      day: `'1990-01-01'`,
      counted_cents: '1',
      float_cents: '0',
      cash_cents: '1',
      note: 'words',
      actor: 'words',
    },
  });
  await insert('booking.waiting_day', {
    facility_id: 'facility',
    day: `'1990-01-01'`,
    leased_until: 'now()',
  });
  await insert('booking.waiting', {
    ...{ facility_id: 'facility', day: `'1990-01-01'`, people: '1', party: `'{}'`, customer_name: 'words' },
    ...{ customer_email: 'words', locale: `'en'`, status: `'waiting'`, nonce: `'\\x00'` },
  });
  await insert('booking.series_code', {
    ...{ id: uid, facility_id: 'facility', name: 'words', hash: 'words', max_dates: '1' },
  });
  await insert('booking.imported_ticket', { hash: 'words', booking_id: 'booking' });
  await insert('catalog.venue_visit', { actor: 'words', reason: 'words', ends_at: 'now()' });
  await insert('catalog.venue_import', {
    ...{ id: 'words', manifest: `'{}'`, ids: `'{}'`, later: `'{}'`, finished_at: 'now()' },
  });
  await insert('payment.connect_visit', {
    ...{ state: uid, provider: `'mollie'`, browser: 'words', session: 'words', started_by: 'words' },
    ...{ return_url: 'words', options: `'{}'`, expires_at: `now() + interval '1 hour'` },
  });
  await insert('payment.connection', {
    ...{
      id: uid,
      provider: `'mollie'`,
      started_by: 'words',
      organization: 'words',
      organization_name: 'words',
    },
    ...{ secret: `''`, accounts: `'[]'`, mode: `'test'`, onboarding: `'{}'`, ask_at: 'now()' },
    ...{ ended_at: 'now()', revoked_at: 'now()' },
  });
  await insert('payment.attention', {
    ...{ kind: `'account_linked'`, subject: 'words', detail: 'words' },
  });
  for (const service of ['availability', 'booking', 'payment'])
    await database.query(
      `INSERT INTO ${service}.dead_letter (event_id, subject, payload, error)
       VALUES (gen_random_uuid(), 'events.none', $1, 'none')`,
      [{ venueId: all.venueId, words: all.words }],
    );
}

/** The tables with a column for the venue that have no row of this venue. */
export async function tablesWithout({ database }: Stack, venueId: number): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.columns
    WHERE column_name = 'venue_id' AND table_schema IN ('catalog', 'availability', 'booking', 'payment') ORDER BY 1`);
  const without: string[] = [];
  for (const { name } of tables)
    if ((await database.query(`SELECT FROM ${name} WHERE venue_id = $1 LIMIT 1`, [venueId])).rowCount === 0)
      without.push(name);
  return without;
}

/** All rows that belong to a venue or contain one of the texts, as text by table. */
export async function rowsOf(
  { database }: Stack,
  { venueId, texts }: { venueId: number; texts: readonly string[] },
): Promise<Record<string, string>> {
  const { rows: tables } = await database.query<{ name: string; isVenue: boolean }>(`
    SELECT format('%I.%I', table_schema, table_name) AS name, table_name = 'venue' AS "isVenue"
    FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE' ORDER BY 1`);
  const found: Record<string, string> = {};
  for (const { name, isVenue } of tables) {
    const { rows } = await database.query<{ text: string }>(
      `SELECT (t.row - 'document')::text AS text FROM (SELECT to_jsonb(it) AS row FROM ${name} it) t
       WHERE $1 IN (t.row->>'venue_id', t.row->'payload'->>'venueId', CASE WHEN $2 THEN t.row->>'id' END)
         OR t.row::text ILIKE ANY ($3)`,
      [String(venueId), isVenue, texts.map((text) => `%${text}%`)],
    );
    if (rows.length > 0) found[name] = rows.map(({ text }) => text).join('\n');
  }
  return found;
}

/** Waits until all events of a venue are published. */
const untilPublished = ({ database }: Stack, venueId: number): Promise<number> =>
  eventually('all events are published', async () => {
    const left = SERVICES.map(
      (service) =>
        `SELECT FROM ${service}.outbox WHERE published_at IS NULL AND payload->>'venueId' = '${venueId}'`,
    );
    return (await database.query(left.join(' UNION ALL '))).rowCount === 0;
  });

/** Lets the week pass for which the outboxes keep the published events of a venue. */
export async function letEventsExpire(stack: Stack, venueId: number): Promise<void> {
  const { database } = stack;
  const ofVenue = `payload->>'venueId' = '${venueId}'`;
  await untilPublished(stack, venueId);
  for (const service of SERVICES)
    await database.query(
      `UPDATE ${service}.outbox SET published_at = published_at - interval '30 days' WHERE ${ofVenue}`,
    );
  const sql = {
    $queryRawUnsafe: async <T>(statement: string, ...values: unknown[]) =>
      (await database.query(statement, values)).rows as T,
    $executeRawUnsafe: async (statement: string, ...values: unknown[]) =>
      (await database.query(statement, values)).rowCount ?? 0,
  };
  await deleteExpiredRows(sql, SERVICES.map(outboxRetention));
}
