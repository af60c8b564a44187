import { fail } from '@venue-booking/proto/failures';
import {
  type Attention,
  type AttentionKind,
  PREVIOUS_ATTENTION_KINDS,
} from '@venue-booking/proto/payment/payment';
import { byKey, type PaymentTx } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import type { Attention as Row } from '../gen/prisma/client.ts';

const MAX_ITEMS = 500;

/**
 * Records an item about an attempt, or about a venue's account (`id` and `bookingId` are null), that needs a
 * person.
 * @param item.subject distinguishes it from others of its kind; the same subject is recorded once
 * @param item.detail in English, without secrets
 */
export async function recordAttention(
  tx: PaymentTx,
  { venueId, id: attemptId, bookingId }: { venueId: number; id: string | null; bookingId: bigint | null },
  item: { kind: AttentionKind; subject: string; detail: string },
): Promise<void> {
  await tx.attention.createMany({ data: [{ ...item, venueId, attemptId, bookingId }], skipDuplicates: true });
}

/**
 * Items of a venue that need a person, newest first, at most 500. `resolved` selects open or resolved items.
 */
export async function listAttention(
  { database }: PaymentDeps,
  { venueId, resolved, knows = PREVIOUS_ATTENTION_KINDS }: AttentionFilter & { resolved: boolean },
): Promise<Attention[]> {
  const rows = await database.attention.findMany({
    where: { venueId, kind: { in: [...knows] }, resolvedAt: resolved ? { not: null } : null },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: MAX_ITEMS,
  });
  return rows.map(toAttention);
}

/** The venue, and the kinds that the caller knows. */
type AttentionFilter = { venueId: number; knows?: readonly string[] | undefined };

/** Number of open items that need a person. */
export const countAttention = (
  { database }: PaymentDeps,
  { venueId, knows = PREVIOUS_ATTENTION_KINDS }: AttentionFilter,
): Promise<number> =>
  database.attention.count({ where: { venueId, kind: { in: [...knows] }, resolvedAt: null } });

/** Marks an item as resolved. Idempotent. @throws `attention_not_found` */
export async function resolveAttention(
  { database }: PaymentDeps,
  { venueId, id, actor }: { venueId: number; id: string; actor: string },
): Promise<Attention> {
  await database.attention.updateMany({
    where: { venueId, id, resolvedAt: null },
    data: { resolvedAt: new Date(), resolvedBy: actor },
  });
  const row = await database.attention.findUnique({ where: byKey(venueId, id) });
  if (!row) throw fail('attention_not_found');
  return toAttention(row);
}

const toAttention = (row: Row): Attention => ({
  id: row.id,
  kind: row.kind as AttentionKind,
  booking_id: row.bookingId === null ? null : Number(row.bookingId),
  payment_id: row.attemptId,
  detail: row.detail,
  created_at: row.createdAt.toISOString(),
  resolved_at: row.resolvedAt?.toISOString() ?? null,
  resolved_by: row.resolvedBy,
});
