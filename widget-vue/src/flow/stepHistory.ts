import { type Ref, watch } from 'vue';
import { attempt } from '../browser/attempt.ts';
import type { Host } from '../element/settings.ts';
import type { Flow } from './flow.ts';
import { isStep, type Place, type View } from './flowState.ts';

// The browser's Back and Forward buttons move between steps. The URL does not change: `history.state` stores
// the position of each widget next to the page's own state.

const KEY = 'venue-booking';
/**
 * `depth`: number of this widget's entries before this one. `base`: while the dialog is open, the depth of
 * the entry that opened it.
 */
type Entry = Partial<Place> & { depth: number; base?: number | undefined };

const hasStep = (entry: Entry | undefined): entry is Entry & Place => !!entry?.step;
const order: View[] = ['what', 'when', 'details'];

/**
 * Synchronizes the browser's history with a widget. It starts and stops with the view.
 * @param isModal whether the widget is in a dialog, which then has entries of its own
 * @param isOpen whether that dialog is open
 */
export function useStepHistory(host: Host, flow: Flow, isModal: () => boolean, isOpen: Ref<boolean>) {
  const { state, schedule } = flow;
  let isGoing = false;
  let before: Place | null = null;

  const widgets = () => [...document.querySelectorAll<Host>(host.localName)];
  /** Identifies this widget's entries, also after a reload. */
  const name = () => `${host.tenant} ${widgets().indexOf(host)}`;
  const entry = (): Entry | undefined => history.state?.[KEY]?.[name()];
  /** Whether a field can be added to the page's own state, which may also be a text, a list or a map. */
  const hasRoom = () => !history.state || Object.getPrototypeOf(history.state) === Object.prototype;
  const store = (
    method: 'pushState' | 'replaceState',
    place: Place | null,
    depth: number,
    base = entry()?.base,
  ) => {
    if (!hasRoom()) return;
    const entries = { ...history.state?.[KEY], [name()]: { ...place, depth, base } };
    // Some browsers throw after too many calls; the widget's own back button still works.
    attempt(() => history[method]({ ...history.state, [KEY]: entries }, ''));
  };

  const currentPlace = (): Place | null => {
    const { view, facility, slot, waiting, draft } = state;
    if (view === 'what') return { step: view };
    if (!order.includes(view)) return null;
    return {
      step: view as Place['step'],
      facility: facility?.id,
      date: schedule.value?.state.date,
      slot: view === 'details' && !waiting ? slot?.id : undefined,
      people: draft.people,
      guests: { ...draft.guests },
    };
  };

  const places = [
    () => state.view,
    () => schedule.value?.state.date,
    () => JSON.stringify(currentPlace()),
  ] as const;
  watch(places, ([view], [viewBefore, dateBefore]) => {
    const place = currentPlace();
    if (!place || isGoing) return;
    // A page that changes a closed dialog must not add entries.
    if (isModal() && !isOpen.value) {
      before = place;
      return;
    }
    const depth = entry()?.depth ?? 0;
    const isForward = before && isStep(viewBefore) && order.indexOf(view) > order.indexOf(viewBefore);
    if (before && isForward) {
      store('replaceState', before, depth);
      store('pushState', place, depth + 1);
    } else if (before && (view !== viewBefore || dateBefore)) store('replaceState', place, depth);
    before = place;
  });

  /** Whether the browser is leaving the entries of a closed dialog, which takes it a moment. */
  let isLeaving = false;
  const matchDialog = () => {
    const { depth = 0, base } = entry() ?? {};
    // After Back or Forward, the history entry already matches the dialog.
    if (isLeaving || isOpen.value === !!base) return;
    if (!base) return store('pushState', currentPlace(), depth + 1, depth + 1);
    isLeaving = true;
    history.go(base - 1 - depth);
  };
  watch(isOpen, matchDialog, { flush: 'sync' });

  const goToPlace = async (to: Place) => {
    isGoing = true;
    if (!(await flow.goTo(to))) history.forward();
    isGoing = false;
    before = currentPlace();
    const at = entry();
    if (before && at && before.step !== at.step) store('replaceState', before, at.depth);
  };

  return {
    /**
     * Listens to `popstate`. After a reload or a return to the page, restores the step once the venue has
     * loaded.
     */
    begin(signal: AbortSignal): void {
      addEventListener(
        'popstate',
        () => {
          if (isLeaving) {
            isLeaving = false;
            // The guest may have opened the dialog again.
            return matchDialog();
          }
          const to = entry();
          isOpen.value = isModal() && !!to?.base;
          // A dialog that closes stays at its step.
          const isShown = isOpen.value || !isModal();
          if (isShown && hasStep(to) && isStep(state.view) && to.step !== state.view) goToPlace(to);
        },
        { signal },
      );
      const left = entry();
      if (isModal() && left?.base) isOpen.value = true;
      if (!hasStep(left) || state.view !== 'loading') return;
      const stop = watch(
        () => state.view,
        (view) => {
          stop();
          if (!isStep(view)) return;
          const { people = state.draft.people, guests } = left;
          Object.assign(state.draft, { people, guests });
          goToPlace(left);
        },
      );
    },

    /** Goes back one step: through the history if it has an entry for this widget, else directly. */
    back(): void {
      const { depth = 0, base = 0, step } = entry() ?? {};
      if (depth > base && step === state.view && widgets().length === 1) history.back();
      else flow.back();
    },
  };
}
