import { oldEvents } from '@venue-booking/kit/events/outboxStore';
import type { OldRows } from '@venue-booking/kit/postgres/retention';
import { SILENCE_DAYS } from '@venue-booking/proto/session';

/** Retention of catalog's rows. Links and tries of the last hour count towards limits, so a day is enough. */
export const OLD_ROWS: readonly OldRows[] = [
  oldEvents('catalog'),
  { table: 'catalog.sign_in_link', column: 'expires_at', keep: '1 day' },
  { table: 'catalog.sign_in_turn', column: 'since', keep: '1 day' },
  { table: 'catalog.session', column: 'last_seen_at', keep: `${SILENCE_DAYS} days` },
];
