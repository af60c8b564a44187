import type { AttentionCount } from '@venue-booking/proto/adminAttention';
import { onScopeDispose, ref, watch } from 'vue';
import { api, ofVenue } from './client.ts';

const EVERY_MS = 60_000;

/** How much needs a person at the venue that is shown. */
export const attentionCount = ref(0);

/** Counts it anew, for example after something was dealt with. What fails leaves the count as it was. */
export async function countAttention(slug: string): Promise<void> {
  await api
    .get<AttentionCount>(ofVenue(slug, '/attention/count'))
    .then(({ count }) => {
      attentionCount.value = count;
    })
    .catch(() => {});
}

/** Keeps the count while the page is seen. @param slugOf the venue, or empty where nobody may know */
export function useAttentionCount(slugOf: () => string): void {
  const look = () => {
    const slug = slugOf();
    if (slug && document.visibilityState === 'visible') void countAttention(slug);
  };
  watch(
    slugOf,
    () => {
      attentionCount.value = 0;
      look();
    },
    { immediate: true },
  );
  const timer = setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
  onScopeDispose(() => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  });
}
