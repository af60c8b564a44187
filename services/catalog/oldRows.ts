import { oldEvents } from '@venue-booking/kit/events/outboxStore';
import type { OldRows } from '@venue-booking/kit/postgres/forgetting';
import { SILENCE_DAYS } from '@venue-booking/proto/session';

/** What catalog need not remember any longer. Turns and links are kept a day, as they count for an hour. */
export const OLD_ROWS: readonly OldRows[] = [
  oldEvents('catalog'),
  { table: 'catalog.sign_in_link', column: 'expires_at', keep: '1 day' },
  { table: 'catalog.sign_in_turn', column: 'since', keep: '1 day' },
  { table: 'catalog.session', column: 'last_seen_at', keep: `${SILENCE_DAYS} days` },
];
