import { outboxRetention } from '@venue-booking/kit/events/outboxStore';
import type { RetentionRule } from '@venue-booking/kit/postgres/retention';
import { MAX_IDLE_DAYS } from '@venue-booking/proto/auth/session';

/** Retention of catalog's rows. Links and tries of the last hour count towards limits, so a day is enough. */
export const retentionRules = ({ auditDays }: { auditDays: number }): readonly RetentionRule[] => [
  { table: 'catalog.audit_entry', column: 'at', maxAge: `${auditDays} days` },
  { table: 'catalog.venue_visit', column: 'created_at', maxAge: `${auditDays} days` },
  outboxRetention('catalog'),
  { table: 'catalog.sign_in_link', column: 'expires_at', maxAge: '1 day' },
  { table: 'catalog.sign_up_link', column: 'expires_at', maxAge: '1 day' },
  { table: 'catalog.sign_in_turn', column: 'since', maxAge: '1 day' },
  { table: 'catalog.session', column: 'last_seen_at', maxAge: `${MAX_IDLE_DAYS} days` },
];
