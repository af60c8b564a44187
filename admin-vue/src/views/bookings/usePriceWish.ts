import { type Ref, ref, watch } from 'vue';

/** What a changed booking costs: the promise of today's price, or nothing, which is what was agreed. */
export type PriceWish = { quote?: string };

/**
 * What a change is to cost; undefined while that is not known. `isSeen` is asked when the change is sent: it
 * waits until it is known, and says no where it turns out to be another price, which nobody has seen then.
 * While one waits, another is told no.
 */
export function usePriceWish(): { price: Ref<PriceWish | undefined>; isSeen: () => Promise<boolean> } {
  const price = ref<PriceWish>();
  let isWaiting = false;
  const isSeen = async () => {
    if (price.value) return true;
    if (isWaiting) return false;
    isWaiting = true;
    const known = await new Promise<PriceWish>((resolve) => {
      const stop = watch(price, (wish) => {
        if (!wish) return;
        stop();
        resolve(wish);
      });
    });
    isWaiting = false;
    return known.quote === undefined;
  };
  return { price, isSeen };
}
