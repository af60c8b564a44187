import { createHash } from 'node:crypto';
import { type VisitMailKind, visitMailStep } from '@venue-booking/domain/booking/visitMail';
import type { Log } from '@venue-booking/kit/logging/log';
import { every } from '@venue-booking/kit/scheduling/every';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { BookingDatabase } from '../../database.ts';

/** Maximum bookings per run. */
const BATCH = 500;

type Due = {
  venueId: number;
  id: bigint;
  startsAt: Date;
  endsAt: Date;
  timezone: string;
  status: BookingStatus;
  agreedAt: Date;
  hasAddress: boolean;
  dueAt: Date;
  reminderHours: number;
  followUpHours: number;
};

/** `hasSms`: whether the platform sends SMS. */
type VisitMailDeps = { database: BookingDatabase; wakeWorkers: () => void; hasSms?: boolean };

type OfVisit = { venueId: number; id: bigint | number; startsAt: Date };

/**
 * The id of a mail about a visit. A booking has one per kind and start, so that none is queued twice.
 */
export function visitMailId({ venueId, id, startsAt }: OfVisit, kind: VisitMailKind): string {
  const hex = createHash('sha256').update(`${kind} ${venueId} ${id} ${startsAt.toISOString()}`).digest('hex');
  const [, ...parts] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hex) ?? [];
  const [time, clock, version, variant, node] = parts;
  // Version 8: an id of our own making.
  return `${time}-${clock}-8${version}-a${variant}-${node}`;
}

/**
 * Queues the due mails about visits: reminders and follow-ups. Processes may run it concurrently. The next
 * step of a booking is written with its mail, unless the booking or its step has changed since it was read.
 * Returns whether there may be more.
 */
export async function queueVisitMails(
  { database, wakeWorkers, hasSms = false }: VisitMailDeps,
  now = Date.now(),
): Promise<boolean> {
  const rows = await database.$queryRaw<Due[]>`
    SELECT b.venue_id AS "venueId", b.id, b.starts_at AS "startsAt", b.ends_at AS "endsAt", b.timezone, b.status,
      coalesce(b.agreed_at, b.created_at) AS "agreedAt", b.customer_email <> '' AS "hasAddress", b.visit_mail_at AS "dueAt",
      coalesce(f.reminder_hours, v.reminder_hours, 0) AS "reminderHours", coalesce(v.follow_up_hours, 0) AS "followUpHours"
    FROM (SELECT * FROM booking.booking WHERE visit_mail_at <= ${new Date(now)} ORDER BY visit_mail_at LIMIT ${BATCH}) b
    JOIN booking.venue v ON v.id = b.venue_id JOIN booking.facility f ON f.id = b.facility_id`;
  if (rows.length === 0) return false;
  const steps = rows.map((row) => {
    const [startsAt, endsAt, agreedAt] = [
      row.startsAt.getTime(),
      row.endsAt.getTime(),
      row.agreedAt.getTime(),
    ];
    const { due, next } = visitMailStep({ ...row, startsAt, endsAt, agreedAt }, now);
    return {
      ...{ id: String(row.id), due_at: row.dueAt, starts_at: row.startsAt, status: row.status },
      ...{ next: next === null ? null : new Date(next), kind: due, mail_id: due && visitMailId(row, due) },
    };
  });
  // Rows are locked in one order, so that concurrent runs and erasures do not deadlock.
  const [{ stepped, queued } = { stepped: 0, queued: 0 }] = await database.$queryRaw<
    { stepped: number; queued: number }[]
  >`
    WITH step AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
        AS s(id bigint, due_at timestamptz, starts_at timestamptz, status text, next timestamptz, kind text, mail_id uuid)
    ),
    chosen AS MATERIALIZED (
      SELECT b.id, s.next, s.kind, s.mail_id FROM booking.booking b JOIN step s ON s.id = b.id
      WHERE b.visit_mail_at = s.due_at AND b.starts_at = s.starts_at AND b.status = s.status
      ORDER BY b.id FOR UPDATE OF b SKIP LOCKED
    ),
    after AS (
      UPDATE booking.booking b SET visit_mail_at = chosen.next FROM chosen WHERE b.id = chosen.id
      RETURNING b.venue_id, b.id, b.customer_email, chosen.kind, chosen.mail_id
    ),
    queued AS (
      INSERT INTO booking.mail (venue_id, id, booking_id, kind, created_at, sms_status, sms_next_at)
      SELECT a.venue_id, a.mail_id, a.id, a.kind, now(), CASE WHEN sms.is_on THEN 'queued' END, CASE WHEN sms.is_on THEN now() END
      FROM after a CROSS JOIN LATERAL (
        SELECT ${hasSms} AND a.kind = 'reminder' AND v.sms_reminders AS is_on FROM booking.venue v WHERE v.id = a.venue_id) sms
      WHERE a.kind IS NOT NULL AND a.customer_email <> ''
      ON CONFLICT DO NOTHING
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM after)::integer AS stepped, (SELECT count(*) FROM queued)::integer AS queued`;
  if (queued > 0) wakeWorkers();
  return rows.length === BATCH && stepped > 0;
}

/** Queues mails about visits at an interval until stopped. */
export const startVisitMails = (deps: VisitMailDeps & { log: Log }, { intervalMs }: { intervalMs: number }) =>
  every(intervalMs, { name: 'mails about visits', run: () => queueVisitMails(deps) }, deps.log);
