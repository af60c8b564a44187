import { type Api, ApiError, type BookingBody } from '../api/api.ts';
import { pricedPeople } from '../booking/party.ts';
import type { Settings } from '../element/settings.ts';
import { totalOf } from '../texts/money.ts';
import type { FlowState } from './flowState.ts';

/** Debounce for a guest who clicks through numbers, in ms. */
const COUNTING_MS = 150;

/** The price of the booking if known: the API's quote, or the price from the list of slots. */
export const amountOf = (
  { facility, slot, draft, quote }: FlowState,
  promise: BookingBody['quote'] | null = quote,
): number | undefined =>
  promise?.total_eur ??
  (facility
    ? // The list does not include optional add-ons.
      totalOf(facility, draft.add_ons ? 0 : pricedPeople(draft), slot ?? undefined)
    : undefined);

/**
 * Requests a quote for the chosen slot and party, which the API honours for a while. Until it arrives, and if
 * it fails, the previous quote for the same party applies, or else the prices from the list of slots.
 */
export function useQuote(state: FlowState, settings: () => Settings, api: () => Api) {
  let lastRequest = 0;
  let quoted = '';

  /** Requests a quote. @returns the failure; undefined on success or if a newer request replaced this one */
  const quote = async (): Promise<ApiError | undefined> => {
    const thisRequest = ++lastRequest;
    const { slot, draft } = state;
    const { people, guests, add_ons } = draft;
    const request = { slot_id: slot?.id ?? 0, people, guests, add_ons, locale: settings().locale };
    const key = JSON.stringify(request);
    if (key !== quoted) state.quote = null;
    quoted = key;
    await new Promise((resolve) => setTimeout(resolve, COUNTING_MS));
    if (thisRequest !== lastRequest || !slot) return;
    try {
      const loaded = await api().quote(request);
      if (thisRequest === lastRequest) state.quote = loaded;
    } catch (error) {
      if (thisRequest === lastRequest) return error as ApiError;
    }
  };

  /**
   * Ensures that the guest sees the price before the booking is sent: the button must show the price that is
   * booked.
   * @param body what is about to be sent. A retry may carry its original, different price.
   * @returns whether the price was already shown
   */
  const isPriceSeen = async (body: BookingBody): Promise<boolean> => {
    const seen = amountOf(state);
    if (seen === undefined) {
      const failure = await quote();
      // An older API has no quotes; hide its 404 from the guest.
      if (failure) throw failure.status === 404 ? new ApiError('failed', 404) : failure;
      return false;
    }
    const isSameDeposit = body.quote?.deposit_eur === state.quote?.deposit_eur;
    if (amountOf(state, body.quote ?? null) === seen && isSameDeposit) return true;
    lastRequest++;
    state.quote = body.quote ?? null;
    return false;
  };

  return { quote, isPriceSeen };
}
