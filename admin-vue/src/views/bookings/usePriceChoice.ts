import { type Ref, ref, watch } from 'vue';

/** The price of a changed booking: a quote for the current price, or nothing for the agreed price. */
export type PriceWish = { quote?: string };

/**
 * The chosen price of a change; undefined until it is known. Call `isSeen` before sending. It waits for the
 * price, and resolves to false if a new price appears, because nobody has seen it yet. A second call during
 * the wait resolves to false.
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
