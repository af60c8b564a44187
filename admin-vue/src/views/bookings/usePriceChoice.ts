import { type Ref, ref, watch } from 'vue';

/** The price of a changed booking: a quote for the current price, or nothing for the agreed price. */
export type PriceChoice = { quote?: string };

/**
 * The chosen price of a change; undefined until one is chosen. Call `isSeen` before sending. It waits for
 * the price, and resolves to false if a new price appears, because nobody has seen it yet. A second call
 * during the wait resolves to false.
 */
export function usePriceChoice(): { price: Ref<PriceChoice | undefined>; isSeen: () => Promise<boolean> } {
  const price = ref<PriceChoice>();
  let isWaiting = false;
  const isSeen = async () => {
    if (price.value) return true;
    if (isWaiting) return false;
    isWaiting = true;
    const chosenPrice = await new Promise<PriceChoice>((resolve) => {
      const stop = watch(price, (chosen) => {
        if (!chosen) return;
        stop();
        resolve(chosen);
      });
    });
    isWaiting = false;
    return chosenPrice.quote === undefined;
  };
  return { price, isSeen };
}
