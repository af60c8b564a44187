import { type Ref, reactive, watch } from 'vue';
import type { FacilityForm } from '../form.ts';
import { applySinglePrice, draftOf, type PriceDraft, pricesOf } from './priceDraft.ts';

/** The price part of a facility form. Changes are written back to the form. */
export function usePriceDraft(form: Ref<FacilityForm>): PriceDraft {
  const draft = reactive(draftOf(form.value.pricing, form.value.price_eur));
  watch(
    () => draft.per,
    (_, before) => before === 'party' && applySinglePrice(draft),
  );
  watch(draft, () => Object.assign(form.value, pricesOf(draft)));
  return draft;
}
