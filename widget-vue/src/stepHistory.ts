import { watch } from 'vue';
import { attempt } from './attempt.ts';
import type { Flow } from './flow.ts';
import { isStep, type Place, type View } from './flowState.ts';
import type { Host } from './settings.ts';

// The browser's Back and Forward go through the steps. The address stays as it is: an entry of the history
// says where each widget of the page was, beside what the page itself keeps there.

const KEY = 'venue-booking';
/** How many entries of its own lie before this one. */
type Entry = Place & { depth: number };

const order: View[] = ['what', 'when', 'details'];

/** Keeps the browser's history in step with a widget. Begins and ends with its view. */
export function useStepHistory(host: Host, flow: Flow) {
  const { state, schedule } = flow;
  let walking = false;
  let before: Place | null = null;

  const widgets = () => [...document.querySelectorAll<Host>(host.localName)];
  /** What its entries are known by, also after a reload. */
  const name = () => `${host.tenant} ${widgets().indexOf(host)}`;
  const entry = (): Entry | undefined => history.state?.[KEY]?.[name()];
  const keep = (way: 'pushState' | 'replaceState', place: Place, depth: number) => {
    const mine = { ...history.state?.[KEY], [name()]: { ...place, depth } };
    // Too often for some browsers: the guest goes back in the widget.
    attempt(() => history[way]({ ...history.state, [KEY]: mine }, ''));
  };

  const here = (): Place | null => {
    const { view, facility, slot, draft } = state;
    if (view === 'what') return { step: view };
    if (!order.includes(view)) return null;
    return {
      step: view as Place['step'],
      facility: facility?.id,
      date: schedule.value?.state.date,
      slot: view === 'details' ? slot?.id : undefined,
      people: draft.people,
      guests: { ...draft.guests },
    };
  };

  const places = [() => state.view, () => schedule.value?.state.date, () => JSON.stringify(here())] as const;
  watch(places, ([view], [viewBefore, dateBefore]) => {
    const place = here();
    if (!place || walking) return;
    const depth = entry()?.depth ?? 0;
    const isForward = before && isStep(viewBefore) && order.indexOf(view) > order.indexOf(viewBefore);
    if (before && isForward) {
      keep('replaceState', before, depth);
      keep('pushState', place, depth + 1);
    } else if (before && (view !== viewBefore || dateBefore)) keep('replaceState', place, depth);
    before = place;
  });

  const walk = async (to: Place) => {
    walking = true;
    if (!(await flow.goTo(to))) history.forward();
    walking = false;
    before = here();
    const at = entry();
    if (before && at && before.step !== at.step) keep('replaceState', before, at.depth);
  };

  return {
    /** Goes to where the guest was when the page was left or loaded anew; once the venue is known. */
    begin(signal: AbortSignal): void {
      addEventListener(
        'popstate',
        () => {
          const to = entry();
          if (to && isStep(state.view) && to.step !== state.view) walk(to);
        },
        { signal },
      );
      const left = entry();
      if (!left || state.view !== 'loading') return;
      const stop = watch(
        () => state.view,
        (view) => {
          stop();
          if (!isStep(view)) return;
          const { people = state.draft.people, guests } = left;
          Object.assign(state.draft, { people, guests });
          walk(left);
        },
      );
    },

    /** One step back, by the history where that is what it has. */
    back(): void {
      if (entry()?.depth && entry()?.step === state.view && widgets().length === 1) history.back();
      else flow.back();
    },
  };
}
