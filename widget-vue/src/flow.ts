import type { BookingResponse } from '@venue-booking/proto/booking';
import type { Facility } from '@venue-booking/proto/facility';
import type { Slot } from '@venue-booking/proto/slot';
import type { Site } from '@venue-booking/proto/venue';
import { reactive, shallowReactive, shallowRef } from 'vue';
import { type Api, ApiError, type BookingBody, createApi, type Ticket } from './api.ts';
import { isBookable, partyRange } from './party.ts';
import { type ScheduleControl, useSchedule } from './schedule.ts';
import { forgetTicket, storedTicket, storeTicket } from './storedTicket.ts';
import type { Locale } from './wording.ts';

/** The steps of a booking, in their order; `done` shows what came of it. */
export type Step = 'what' | 'when' | 'details' | 'done';
/** What the widget shows: a step, or why there is none. `leaving`: the payment page is on its way. */
export type View = Step | 'loading' | 'problem' | 'soon' | 'empty' | 'leaving';

/** What a guest has filled in; kept when going back. */
export type Draft = { name: string; email: string; people: number; extra: Record<string, string | boolean> };

export type Outcome = Omit<Ticket, 'venue'> & { ticket_url: string };

export type FlowState = {
  view: View;
  /** Which problem `view: 'problem'` is about. */
  problem: ApiError | null;
  site: Site | null;
  facility: Facility | null;
  slot: Slot | null;
  /** The chosen time went to somebody else. */
  slotLost: boolean;
  draft: Draft;
  /** A call is under way that a guest waits for: a re-check, or the booking itself. */
  busy: boolean;
  /** Why the booking was refused. */
  refusal: ApiError | null;
  outcome: Outcome | null;
};

/** Attributes, as the flow needs them. */
export type FlowOptions = {
  tenant: string;
  /** Without a closing slash. */
  api: string;
  locale: Locale;
  /** Absolute address to which the guest returns after paying. */
  redirect: string;
};

/** Dispatches `venue-booking:<name>` on the element. @returns false when a listener prevented the default */
export type Emit = (name: 'ready' | 'step' | 'booked' | 'redirect' | 'error', detail: object) => boolean;

const POLL_MS = 2000;
/** For how long after the return from payment its outcome is asked for. */
const POLL_FOR_MS = 60_000;

/** Shallow: what comes from the API is replaced, never changed; only the draft is filled in piece by piece. */
export const newFlowState = (): FlowState =>
  shallowReactive({
    view: 'loading',
    problem: null,
    site: null,
    facility: null,
    slot: null,
    slotLost: false,
    draft: reactive({ name: '', email: '', people: 0, extra: {} }),
    busy: false,
    refusal: null,
    outcome: null,
  });

/**
 * The booking flow: what → when → details → payment or confirmation. Holds no view.
 * @param state outlives the flow, so that an element that is moved in its page goes on where it was
 * @param options read anew for every use
 */
export function useFlow(state: FlowState, options: () => FlowOptions, emit: Emit) {
  const schedule = shallowRef<ScheduleControl>();
  const api = (): Api => {
    const { api: base, tenant, locale } = options();
    return createApi({ base, tenant, locale });
  };
  let life = new AbortController();
  /** The booking that was sent last; sending it again must not book twice. */
  let attempt: { key: string; body: string } | undefined;

  const go = (view: View) => {
    state.view = view;
    if (view === 'what' || view === 'when' || view === 'details' || view === 'done')
      emit('step', { step: view });
  };
  const report = (error: unknown): ApiError => {
    const problem = error instanceof ApiError ? error : new ApiError('failed');
    emit('error', { kind: problem.kind, status: problem.status, message: problem.message });
    return problem;
  };

  const openSchedule = (facility: Facility) => {
    schedule.value?.close();
    state.facility = facility;
    schedule.value = useSchedule(api(), facility);
    return schedule.value.open();
  };

  const firstStep = ({ live, facilities }: Site) => {
    const [only, another] = facilities;
    if (!live) return go('soon');
    if (!only) return go('empty');
    if (another) return go('what');
    go('when');
    return openSchedule(only);
  };

  const lose = async () => {
    Object.assign(state, { slot: null, slotLost: true });
    go('when');
    await schedule.value?.refresh();
  };

  const keyFor = (body: BookingBody): string => {
    const text = JSON.stringify(body);
    if (attempt?.body !== text) attempt = { key: crypto.randomUUID(), body: text };
    return attempt.key;
  };

  const bodyOf = (): BookingBody => {
    const { draft, slot } = state;
    const { locale, redirect } = options();
    const answers = Object.entries(draft.extra).filter(([, value]) => value !== '');
    return {
      slot_id: (slot as Slot).id,
      customer_name: draft.name.trim(),
      customer_email: draft.email.trim(),
      people: draft.people,
      extra: Object.fromEntries(answers),
      locale,
      redirect_url: redirect,
    };
  };

  const finish = ({ booking, ticket_url, payment }: BookingResponse) => {
    attempt = undefined;
    emit('booked', { booking, ticket_url, ...(payment && { payment }) });
    if (!payment) {
      state.outcome = { ...booking, ticket_url };
      return go('done');
    }
    storeTicket(options().tenant, ticket_url);
    pay(payment.checkout_url);
  };

  const pay = (checkoutUrl: string) => {
    if (!emit('redirect', { checkout_url: checkoutUrl })) return;
    go('leaving');
    leaveFor(checkoutUrl);
  };

  /** Shows what became of the booking that was left for payment. @returns false when there is none to show */
  const showStored = async (): Promise<boolean> => {
    const { tenant } = options();
    const url = storedTicket(tenant);
    if (!url) return false;
    const { signal } = life;
    for (const until = Date.now() + POLL_FOR_MS; ; await pause(POLL_MS, signal)) {
      try {
        state.outcome = { ...(await api().ticket(url, signal)), ticket_url: url };
      } catch (error) {
        if ((error as ApiError).kind === 'refused') forgetTicket(tenant);
        return state.outcome !== null;
      }
      if (state.view !== 'done') go('done');
      if (state.outcome.status !== 'pending_payment') forgetTicket(tenant);
      if (state.outcome.status !== 'pending_payment' || Date.now() > until) return true;
    }
  };

  return {
    state,
    schedule,

    /** Loads the venue and shows the first step, or what became of a booking that was left for payment. */
    async start() {
      life.abort();
      life = new AbortController();
      const { signal } = life;
      Object.assign(state, { view: 'loading', problem: null, outcome: null });
      try {
        const [site] = await Promise.all([api().site(signal), showStored()]);
        state.site = site;
        if (state.outcome === null) await firstStep(site);
        emit('ready', { live: site.live, facilities: site.facilities.length });
      } catch (error) {
        if (signal.aborted) return;
        state.problem = report(error);
        state.view = 'problem';
      }
    },

    chooseFacility(facility: Facility) {
      const isAnother = state.facility?.id !== facility.id;
      Object.assign(state, { slotLost: false, ...(isAnother && { slot: null }) });
      go('when');
      return isAnother || !schedule.value ? openSchedule(facility) : schedule.value.refresh();
    },

    /** Takes a time to the details, once it has been looked up that it is still free. */
    async pick(slot: Slot) {
      const { facility } = state;
      if (!facility || state.busy) return;
      state.busy = true;
      state.slotLost = false;
      try {
        const now = await api().check(slot.id, life.signal);
        if (!isBookable(facility, now)) return await lose();
        state.slot = { ...slot, ...now };
        const { min, max } = partyRange(facility, now);
        state.draft.people = Math.min(Math.max(state.draft.people, min), max);
        state.refusal = null;
        go('details');
      } catch (error) {
        if (!life.signal.aborted && schedule.value) schedule.value.state.problem = report(error);
      } finally {
        state.busy = false;
      }
    },

    /** One step back. What was filled in stays. */
    back() {
      state.refusal = null;
      go(state.view === 'details' ? 'when' : 'what');
    },

    /** Books what is filled in. A time that has gone meanwhile leads back to the times. */
    async book() {
      const { facility, slot } = state;
      if (!facility || !slot || state.busy) return;
      state.busy = true;
      state.refusal = null;
      try {
        const body = bodyOf();
        finish(await api().book(body, keyFor(body)));
      } catch (error) {
        const refusal = report(error);
        if (refusal.status === 422 && (await isGone(slot))) return await lose();
        state.refusal = refusal;
      } finally {
        state.busy = false;
      }
    },

    pay,

    /** Leaves the outcome for another booking; who books stays filled in. */
    again() {
      forgetTicket(options().tenant);
      Object.assign(state, { outcome: null, slot: null, slotLost: false });
      if (state.site) return firstStep(state.site);
    },

    stop() {
      life.abort();
      schedule.value?.close();
    },
  };

  async function isGone(slot: Slot): Promise<boolean> {
    const now = await api()
      .check(slot.id)
      .catch(() => null);
    const { facility, draft } = state;
    if (!now || !facility) return false;
    return !isBookable(facility, now) || draft.people > partyRange(facility, now).max;
  }
}

export type Flow = ReturnType<typeof useFlow>;

/** To the payment page, which takes the whole window also from inside a frame: providers refuse to be framed. */
function leaveFor(url: string): void {
  try {
    (window.top ?? window).location.href = url;
  } catch {
    location.href = url;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
