import { type Api, ApiError, type BookingBody } from './api.ts';
import type { FlowState } from './flowState.ts';
import { totalOf } from './money.ts';
import { pricedPeople } from './party.ts';
import type { Settings } from './settings.ts';

/** A guest who counts up asks once. */
const COUNTING_MS = 150;

/** What the booking costs, as far as that is known: as the API promised it, or by the list of times. */
export const amountOf = (
  { facility, slot, draft, quote }: FlowState,
  promise: BookingBody['quote'] | null = quote,
): number | undefined =>
  promise?.total_eur ??
  (facility
    ? // The list knows of nothing that is taken along by choice.
      totalOf(facility, draft.add_ons ? 0 : pricedPeople(draft), slot ?? undefined)
    : undefined);

/**
 * Has the API say what the chosen time costs this party, which then holds for a while. Until it has said so,
 * and where it can't, what it said before of the same party stands, or else the prices of the list of times.
 */
export function useQuote(state: FlowState, settings: () => Settings, api: () => Api) {
  let asked = 0;
  let quoted = '';

  /** Asks anew. @returns why there is no answer; nothing where another question took its place */
  const quote = async (): Promise<ApiError | undefined> => {
    const mine = ++asked;
    const { slot, draft } = state;
    const { people, guests, add_ons } = draft;
    const wish = { slot_id: slot?.id ?? 0, people, guests, add_ons, locale: settings().locale };
    const key = JSON.stringify(wish);
    if (key !== quoted) state.quote = null;
    quoted = key;
    await new Promise((resolve) => setTimeout(resolve, COUNTING_MS));
    if (mine !== asked || !slot) return;
    try {
      const answer = await api().quote(wish);
      if (mine === asked) state.quote = answer;
    } catch (error) {
      if (mine === asked) return error as ApiError;
    }
  };

  /**
   * Has the guest see what a booking costs before it is sent: nothing is booked at a price that the button
   * did not say.
   * @param body what is about to be sent, which may be what was sent before, at the price of then
   * @returns whether it was seen already
   */
  const isPriceSeen = async (body: BookingBody): Promise<boolean> => {
    const seen = amountOf(state);
    if (seen === undefined) {
      const problem = await quote();
      // An older API knows no quotes, which is no reason to tell a guest.
      if (problem) throw problem.status === 404 ? new ApiError('failed', 404) : problem;
      return false;
    }
    if (amountOf(state, body.quote ?? null) === seen) return true;
    asked++;
    state.quote = body.quote ?? null;
    return false;
  };

  return { quote, isPriceSeen };
}
