import type { AttentionCount } from '@venue-booking/proto/reports/adminAttention';
import { ref, watch } from 'vue';
import { api, ofVenue } from './client.ts';
import { whileVisible } from './whileVisible.ts';

const EVERY_MS = 60_000;

/** Number of open attention entries of the current venue. */
export const attentionCount = ref(0);

/** Loads the count again, for example after an entry is resolved. On a failure the count stays as it was. */
export async function countAttention(slug: string): Promise<void> {
  await api
    .get<AttentionCount>(ofVenue(slug, '/attention/count'))
    .then(({ count }) => {
      attentionCount.value = count;
    })
    .catch(() => {});
}

/**
 * Keeps the count up to date while the page is visible.
 * @param slugOf the venue, or empty when the person may not see the count
 */
export function useAttentionCount(slugOf: () => string): void {
  const look = () => {
    const slug = slugOf();
    if (slug) void countAttention(slug);
  };
  watch(
    slugOf,
    () => {
      attentionCount.value = 0;
      look();
    },
    { immediate: true },
  );
  whileVisible(look, EVERY_MS);
}
