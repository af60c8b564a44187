import { randomBytes } from 'node:crypto';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { retry } from '@venue-booking/kit/concurrency/retry';
import { isDataError, isUniqueViolation } from '@venue-booking/kit/postgres/sql';
import { derivedUuid } from '@venue-booking/kit/secrets/derivedUuid';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import type { FailureCode } from '@venue-booking/proto/failures';
import { fail, failureText } from '@venue-booking/proto/failures';
import type { LeftOut } from '@venue-booking/proto/transfer/archive';
import type { BookingLine } from '@venue-booking/proto/transfer/bookingLine';
import { NONCE_BYTES } from '../core/linkedBooking.ts';
import type { BookingDatabase, BookingTx } from '../database.ts';

/** Takes places of the ledger; see availability/transfer/importSlots.ts. */
type ImportPlaces = (input: {
  venueId: number;
  slots: {
    slotId: number;
    endsAt: number;
    parties: {
      bookingUid: string;
      people: number;
      privatePlaces: number | null;
      addOns: Record<string, number>;
    }[];
  }[];
}) => Promise<{ bookingUid: string; refused: FailureCode | null }[]>;

export type ImportDeps = { database: BookingDatabase; importPlaces: ImportPlaces };

type Input = {
  venueId: number;
  importId: string;
  /** Address of the installation that exported the venue. */
  from: string;
  /** Ids of facilities in the archive, with the ids here. */
  facilities: Record<string, number>;
  lines: BookingLine[];
};

type Located = { line: BookingLine; uid: string; facilityId: number; slotId: number };

/**
 * Imports bookings with their places, history, money and invoices. Their uids derive from the archive, so a
 * repeated call finds those that are there and adds the others. No mail, event or webhook is queued.
 *
 * A booking whose places are refused is left out: nothing is ever oversold. One that is over needs none, and
 * is imported for its money and invoices.
 * @throws `archive_refused`
 */
export const importBookings = (
  deps: ImportDeps,
  input: Input,
): Promise<{ written: number; leftOut: LeftOut[] }> =>
  // A concurrent call with the same bookings may have inserted them: the repetition finds them.
  retry(() => importMissing(deps, input), { attempts: 2, when: isUniqueViolation }).catch(
    (error: unknown) => {
      if (!isDataError(error)) throw error;
      const detail = isUniqueViolation(error)
        ? 'a booking or invoice has a number that another one has'
        : 'a booking has a value that cannot be stored';
      throw fail('archive_refused', { detail });
    },
  );

/** Why a booking is left out, for the operator: the texts of failures speak to guests. */
const REASONS: Partial<Record<FailureCode, string>> = {
  slot_full: 'too few places are free at that time',
  slot_blocked: 'that time is blocked, or another booking has the room',
  room_taken: 'another booking has the room',
  add_on_gone: 'too few of its add-ons are left',
};

async function importMissing(
  { database, importPlaces }: ImportDeps,
  input: Input,
): Promise<{ written: number; leftOut: LeftOut[] }> {
  const located = input.lines.map((line) => locate(line, input));
  // The outcome comes first: the sweep releases places whose booking is undecided.
  await database.$executeRaw`
    INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
    SELECT ${input.venueId}, uid, false FROM unnest(${located.map(({ uid }) => uid)}::uuid[]) AS uid
    ON CONFLICT DO NOTHING`;
  const present = await database.$queryRaw<{ uid: string }[]>`
    SELECT uid::text FROM booking.booking WHERE venue_id = ${input.venueId}
      AND uid = ANY(${located.map(({ uid }) => uid)}::uuid[])`;
  const written = new Set(present.map(({ uid }) => uid));
  const missing = located.filter(({ uid }) => !written.has(uid));
  const refused = await takeAllPlaces(importPlaces, input.venueId, missing);
  const leftOut: LeftOut[] = [];
  const rows = missing.filter(({ uid, line }) => {
    const code = refused.get(uid);
    if (!code || Date.parse(line.ends_at) <= Date.now()) return true;
    const at = localAt(line.timezone, Date.parse(line.starts_at)).replace('T', ' ');
    const what = `booking ${line.reference}, ${at}, ${line.people === 1 ? '1 person' : `${line.people} people`}`;
    leftOut.push({ what, why: REASONS[code] ?? failureText(code, {}, 'en').slice(0, 500) });
    return false;
  });
  await keepNumbers(database, input);
  if (rows.length > 0) await database.raw.$transaction((tx) => insertRows(tx, input, rows));
  return { written: present.length + rows.length, leftOut };
}

/** Bookings per statement. */
const BATCH = 5000;

/**
 * Queues the reminders of imported bookings. Called once all are there: guests of a trial or a half-finished
 * import get none. Idempotent until the first reminder is sent.
 */
export async function queueVisitMails(database: BookingDatabase, venueId: number): Promise<void> {
  for (let queued = BATCH; queued === BATCH; )
    queued = await database.$executeRaw`
      UPDATE booking.booking SET visit_mail_at = booking.first_visit_mail(starts_at)
      WHERE venue_id = ${venueId} AND id IN (
        SELECT id FROM booking.booking WHERE venue_id = ${venueId} AND status = 'confirmed' AND starts_at > now()
          AND visit_mail_at IS NULL AND booking.first_visit_mail(starts_at) IS NOT NULL LIMIT ${BATCH})`;
}

function locate(line: BookingLine, { importId, facilities }: Input): Located {
  const facilityId = facilities[line.facility_id];
  const slotId = facilityId === undefined ? null : slotIdOf(facilityId, Date.parse(line.starts_at));
  if (facilityId === undefined || slotId === null)
    throw fail('archive_refused', {
      detail: `booking ${line.reference} has a facility or a time that does not exist`,
    });
  return { line, facilityId, slotId, uid: derivedUuid(importId, 'booking', String(line.id)) };
}

/** Statuses of bookings that have places. */
const HOLDING: ReadonlySet<string> = new Set(['confirmed', 'checked_in', 'no_show']);

/** The refusals by uid. */
async function takeAllPlaces(
  importPlaces: ImportPlaces,
  venueId: number,
  located: readonly Located[],
): Promise<Map<string, FailureCode>> {
  const holding = located.filter(({ line }) => HOLDING.has(line.status));
  const slots = [...Map.groupBy(holding, ({ slotId, line }) => `${slotId} ${line.ends_at}`).values()];
  if (slots.length === 0) return new Map();
  const results = await importPlaces({
    venueId,
    slots: slots.flatMap((parties) => {
      const [first] = parties;
      return first
        ? [{ slotId: first.slotId, endsAt: Date.parse(first.line.ends_at), parties: parties.map(partyOf) }]
        : [];
    }),
  });
  const found = new Map(results.map(({ bookingUid, refused }) => [bookingUid, refused]));
  return new Map(
    holding.flatMap(({ uid }) => {
      const code = found.has(uid) ? found.get(uid) : 'slot_unknown';
      return code ? [[uid, code] as const] : [];
    }),
  );
}

const partyOf = ({ uid, line }: Located) => ({
  bookingUid: uid,
  people: line.people,
  privatePlaces: line.private_places,
  addOns: Object.fromEntries((line.add_ons ?? []).map(({ key, count }) => [key, count])),
});

async function insertRows(tx: BookingTx, input: Input, rows: readonly Located[]): Promise<void> {
  const { venueId } = input;
  const json = JSON.stringify(rows.map((row) => rowOf(row, input)));
  await tx.$executeRaw`
    INSERT INTO booking.booking (uid, venue_id, facility_id, slot_id, facility_name, timezone, starts_at, ends_at, people, guests,
      add_ons, amount_cents, price_lines, vat, status, customer_name, customer_email, extra, locale, client_reference, created_at,
      source, note, erased_at, refund_tiers, free_change_until, agreed_at, arrived, rest_absent, private_places, series_id,
      series_place, reference, nonce, further_cents, desk_cents, desk_kept_cents, invoiced_cents)
    SELECT w.uid, ${venueId}, w.facility_id, w.slot_id, w.facility_name, w.timezone, w.starts_at, w.ends_at, w.people, w.guests,
      w.add_ons, w.amount_cents, w.price_lines, w.vat, w.status, w.customer_name, w.customer_email, w.extra, w.locale,
      w.client_reference, w.created_at, w.source, w.note, w.erased_at, w.refund_tiers, w.free_change_until, w.agreed_at, w.arrived,
      w.rest_absent, w.private_places, w.series_id, w.series_place, w.reference, decode(w.nonce, 'hex'), w.desk_cents, w.desk_cents,
      w.kept_cents, w.invoiced_cents
    FROM jsonb_to_recordset(${json}::jsonb) AS w(uid uuid, facility_id integer, slot_id bigint, facility_name text, timezone text,
      starts_at timestamptz, ends_at timestamptz, people integer, guests jsonb, add_ons jsonb, amount_cents bigint, price_lines jsonb,
      vat jsonb, status text, customer_name text, customer_email text, extra jsonb, locale text, client_reference text,
      created_at timestamptz, source text, note text, erased_at timestamptz, refund_tiers jsonb, free_change_until timestamptz,
      agreed_at timestamptz, arrived integer, rest_absent boolean, private_places integer, series_id uuid, series_place jsonb,
      reference text, nonce text, desk_cents bigint, kept_cents bigint, invoiced_cents bigint)
    ORDER BY w.created_at`;
  await tx.$executeRaw`
    INSERT INTO booking.history (venue_id, booking_id, at, actor, action, note, changes)
    SELECT b.venue_id, b.id, h.at, h.actor, h.action, h.note, nullif(h.changes, 'null')
    FROM jsonb_to_recordset(${json}::jsonb) AS w(uid uuid, history jsonb)
    JOIN booking.booking b ON (b.venue_id, b.uid) = (${venueId}, w.uid)
    CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(w.history) AS (at timestamptz, actor text, action text, note text, changes jsonb))
      WITH ORDINALITY AS h(at, actor, action, note, changes, n)
    ORDER BY b.id, h.n`;
  await tx.$executeRaw`
    INSERT INTO booking.further_payment (venue_id, id, booking_id, method, purpose, amount_cents, status, undoes, note, actor,
      till_day, created_at, paid_at)
    SELECT b.venue_id, m.id, b.id, m.method, m.purpose, m.amount_cents, 'paid', m.undoes, m.note, m.actor, m.till_day, m.created_at,
      m.paid_at
    FROM jsonb_to_recordset(${json}::jsonb) AS w(uid uuid, money jsonb)
    JOIN booking.booking b ON (b.venue_id, b.uid) = (${venueId}, w.uid)
    CROSS JOIN LATERAL jsonb_to_recordset(w.money) AS m(id uuid, method text, purpose text, amount_cents bigint, undoes uuid, note text,
      actor text, till_day date, created_at timestamptz, paid_at timestamptz)`;
  await tx.$executeRaw`
    INSERT INTO booking.imported_ticket (hash, venue_id, booking_id)
    SELECT t.hash, b.venue_id, b.id FROM jsonb_to_recordset(${json}::jsonb) AS w(uid uuid, tickets jsonb)
    JOIN booking.booking b ON (b.venue_id, b.uid) = (${venueId}, w.uid)
    CROSS JOIN LATERAL jsonb_array_elements_text(w.tickets) AS t(hash)
    ON CONFLICT DO NOTHING`;
  await insertInvoices(tx, venueId, json);
}

async function insertInvoices(tx: BookingTx, venueId: number, json: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO booking.invoice (venue_id, year, seq, number, booking_id, kind, corrects, issued_at, actor, price_cents, total_cents,
      document)
    SELECT b.venue_id, v.year, v.seq, v.number, b.id, v.kind, v.corrects, v.issued_at, v.actor, v.price_cents, v.total_cents, v.document
    FROM jsonb_to_recordset(${json}::jsonb) AS w(uid uuid, invoices jsonb)
    JOIN booking.booking b ON (b.venue_id, b.uid) = (${venueId}, w.uid)
    CROSS JOIN LATERAL jsonb_to_recordset(w.invoices) AS v(year integer, seq integer, number text, kind text, corrects text,
      issued_at timestamptz, actor text, price_cents bigint, total_cents bigint, document jsonb)`;
}

/**
 * The next invoice gets a number after those of the archive, also after those of bookings that are left out.
 */
async function keepNumbers(database: BookingDatabase, { venueId, lines }: Input): Promise<void> {
  const json = JSON.stringify(lines.flatMap(({ invoices }) => invoices));
  await database.$executeRaw`
    INSERT INTO booking.invoice_number AS n (venue_id, year, last, last_at)
    SELECT ${venueId}, year, max(seq), max(issued_at)
    FROM jsonb_to_recordset(${json}::jsonb) AS v(year integer, seq integer, issued_at timestamptz) GROUP BY year
    ON CONFLICT (venue_id, year) DO UPDATE SET last = greatest(n.last, excluded.last),
      last_at = greatest(n.last_at, excluded.last_at)`;
}

/** The columns of a booking here. */
function rowOf({ line, uid, facilityId, slotId }: Located, { importId, from }: Input) {
  const idOf = (id: string) => derivedUuid(importId, 'money', String(line.id), id);
  const paidAt = line.created_at;
  const online = {
    ...{ id: idOf('online'), method: 'imported', purpose: 'rest', amount_cents: line.online_cents },
    ...{ undoes: null, actor: 'import', created_at: paidAt, paid_at: paidAt },
    // Notes of an erased guest are empty, also in the next archive.
    note: line.erased_at === null ? from : '',
    till_day: localAt(line.timezone, Date.parse(paidAt)).slice(0, 10),
  };
  const money = [
    ...line.money.map((entry) => ({
      ...entry,
      id: idOf(entry.id),
      undoes: entry.undoes === null ? null : idOf(entry.undoes),
    })),
    ...(line.online_cents > 0 ? [online] : []),
  ];
  return {
    ...line,
    uid,
    facility_id: facilityId,
    slot_id: slotId,
    series_id: line.series_id && derivedUuid(importId, 'series', line.series_id),
    nonce: randomBytes(NONCE_BYTES).toString('hex'),
    money,
    desk_cents: money.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  };
}
