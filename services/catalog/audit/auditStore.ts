import type { AuditEntry, AuditQuery, AuditRecord } from '@venue-booking/proto/reports/auditEntry';
import type { CatalogDatabase } from '../database.ts';

/** A page of entries, newest first, and the cursor of the next one; null after the last. */
export type AuditPage = { entries: AuditEntry[]; next: string | null };

/**
 * Stores entries. An entry arrives first without its outcome and again with it, in any order and repeatedly;
 * a known outcome is never changed.
 */
export async function recordAudit(database: CatalogDatabase, records: readonly AuditRecord[]): Promise<void> {
  await database.$executeRaw`
    INSERT INTO catalog.audit_entry AS entry
      (id, at, venue_id, venue, actor, call, kind, target, outcome, reason, network, changes)
    SELECT r.id, r.at, v.id, r.venue, r.actor, r.call, r.kind, r.target, r.outcome, r.reason, r.network, r.changes
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS r (
      id uuid, at timestamptz, venue text, actor text, call text, kind text, target text, outcome text,
      reason text, network text, changes jsonb)
    LEFT JOIN catalog.venue v ON v.slug = r.venue
    ON CONFLICT (id) DO UPDATE SET venue_id = EXCLUDED.venue_id, actor = EXCLUDED.actor,
      target = EXCLUDED.target, outcome = EXCLUDED.outcome, reason = EXCLUDED.reason, changes = EXCLUDED.changes
    WHERE entry.outcome = 'unknown'`;
}

/** @param slug the venue; undefined for all venues and the platform */
export async function listAudit(
  database: CatalogDatabase,
  { q, actor, kind, from, to, cursor, limit }: AuditQuery,
  slug?: string,
): Promise<AuditPage> {
  const [at, id] = cursor?.split('_') ?? [];
  // A word list: each must appear somewhere in the entry.
  const words = (q ?? '').split(/\s+/).filter(Boolean).map(containing);
  const rows = await database.$queryRaw<(Omit<AuditEntry, 'at'> & { at: Date })[]>`
    SELECT id, at, venue, actor, call, kind, target, outcome, reason, network, changes
    FROM catalog.audit_entry
    WHERE (${slug ?? null}::text IS NULL
        OR venue_id = (SELECT v.id FROM catalog.venue v WHERE v.slug = ${slug ?? null}))
      AND (${actor ?? null}::text IS NULL OR actor = ${actor ?? null})
      AND (${kind ?? null}::text IS NULL OR kind = ${kind ?? null})
      AND at >= coalesce(${from ?? null}::timestamptz, '-infinity')
      AND at < coalesce(${to ?? null}::timestamptz, 'infinity')
      AND (${id ?? null}::uuid IS NULL OR (at, id) < (to_timestamp(${Number(at ?? 0)}::double precision / 1000)::timestamptz(3), ${id ?? null}::uuid))
      AND concat_ws(' ', actor, call, kind, target, venue) ILIKE ALL (${words}::text[])
    ORDER BY at DESC, id DESC LIMIT ${limit + 1}`;
  const entries = rows.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }));
  const last = entries.at(-1);
  return { entries, next: last && rows.length > limit ? `${Date.parse(last.at)}_${last.id}` : null };
}

/** A pattern of LIKE for texts with this word. */
const containing = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
