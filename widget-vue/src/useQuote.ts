import type { Api } from './api.ts';
import type { FlowState } from './flowState.ts';
import type { Settings } from './settings.ts';

/** A guest who counts up asks once. */
const COUNTING_MS = 150;

/**
 * Has the API say what the chosen time costs this party, which then holds for a while. Until it has said so,
 * and where it can't, the prices of the list of times stand.
 */
export function useQuote(state: FlowState, settings: () => Settings, api: () => Api) {
  let asked = 0;
  return async (): Promise<void> => {
    const mine = ++asked;
    state.quote = null;
    const { facility, slot, draft } = state;
    if (!facility?.price || !slot) return;
    await new Promise((resolve) => setTimeout(resolve, COUNTING_MS));
    if (mine !== asked) return;
    const wish = { slot_id: slot.id, people: draft.people, locale: settings().locale };
    const quote = await api()
      .quote(wish)
      .catch(() => null);
    if (mine === asked) state.quote = quote;
  };
}
