import { onScopeDispose, type Ref, ref } from 'vue';

const EVERY_MS = 20_000;
const minutes = () => Math.floor(Date.now() / 60_000);

/** The current minute, since 1970. */
export function useNow(): Readonly<Ref<number>> {
  const now = ref(minutes());
  const timer = setInterval(() => {
    now.value = minutes();
  }, EVERY_MS);
  onScopeDispose(() => clearInterval(timer));
  return now;
}
