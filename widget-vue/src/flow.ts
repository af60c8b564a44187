import type { Facility } from '@venue-booking/proto/facility';
import type { Slot } from '@venue-booking/proto/slot';
import type { Site } from '@venue-booking/proto/venue';
import { shallowReactive, shallowRef } from 'vue';
import { ApiError, createApi, imagesOf } from './api.ts';
import { bookingBody } from './bookingBody.ts';
import type { Emit } from './emit.ts';
import { emptyState, type FlowState, isStep, type Place, type View } from './flowState.ts';
import { isPending } from './outcome.ts';
import { addOnsOf, isBookable, partyIn, partyOf } from './party.ts';
import { type ScheduleControl, useSchedule } from './schedule.ts';
import { bookingSender, keptKey } from './sendBooking.ts';
import type { Settings } from './settings.ts';
import { forgetTicket, storeTicket } from './storedTicket.ts';
import { useQuote } from './useQuote.ts';
import { useTicket } from './useTicket.ts';

/** For so many ms a booking that did not get through is sent by itself once there is a connection. */
const GO_ON_MS = 5 * 60_000;
/** For whoever builds the page. */
const NO_TENANT = 'Give <venue-booking> a tenant.';

/**
 * The booking flow: what → when → details → payment or confirmation. Holds no view, and outlives the one that
 * shows it, so that an element that is moved in its page goes on where it was.
 * @param settings read anew for every use
 */
export function useFlow(settings: () => Settings, emit: Emit) {
  const state: FlowState = shallowReactive(emptyState());
  const schedule = shallowRef<ScheduleControl>();
  const { send, sentAs } = bookingSender();
  let life = new AbortController();
  /** Counts the views. A late answer whose view has gone moves nothing. */
  let views = 0;
  let venue = '';
  /** What a guest has asked to be booked, and when. */
  let asked = { draft: '', at: 0 };

  const api = () => createApi(settings());
  const venueNow = () => JSON.stringify([settings().tenant, settings().base]);

  const newLife = () => {
    life.abort();
    life = new AbortController();
  };

  const go = (view: View) => {
    views++;
    const isNew = view !== state.view;
    Object.assign(state, { view, busy: false, refusal: null });
    if (!isNew || !isStep(view)) return;
    const { facility, slot } = state;
    emit('step', { step: view, facility, slot });
  };
  const report = (error: unknown): ApiError => {
    const problem = error instanceof ApiError ? error : new ApiError('failed', 0, String(error));
    const { kind, status, message } = problem;
    emit('error', { kind, status, message });
    return problem;
  };

  /** Takes a facility as it is now. Of the party that a guest has told it keeps what it can. */
  const take = (facility: Facility) => {
    const { draft } = state;
    state.facility = facility;
    const { min, max } = partyOf(facility);
    draft.people = Math.min(Math.max(draft.people, min), max);
    Object.assign(draft, partyIn(facility, draft));
    const keys = addOnsOf(facility).map(({ key }) => key);
    for (const key in draft.add_ons) if (!keys.includes(key)) draft.add_ons = undefined;
  };
  /** @param date the day to open, unless it is over */
  const openSchedule = (facility: Facility, date = '') => {
    schedule.value?.close();
    state.draft.add_ons = undefined;
    take(facility);
    schedule.value = useSchedule(api(), facility, report);
    Object.assign(schedule.value.state, { date, cursor: date });
    schedule.value.open();
  };
  const refresh = () => schedule.value?.refresh();

  const firstStep = ({ live, facilities }: Site) => {
    const [only, another] = facilities;
    if (!live) return go('notLive');
    if (!only) return go('empty');
    if (another) return go('what');
    openSchedule(only);
    go('when');
  };

  /** The facility of an id that can be booked online now, as far as is known. */
  const offered = (of: number | undefined) =>
    (state.site?.live && state.site.facilities.find(({ id }) => id === of)) || undefined;

  /**
   * Looks again at what the venue says of itself, as its owner may have changed it since. What a guest has
   * filled in stays; only from the details nobody is led away.
   */
  const renew = async () => {
    const { signal } = life;
    const site = await api()
      .site(signal)
      .catch(() => null);
    if (!site || signal.aborted || state.outcome) return;
    state.site = site;
    const facility = offered(state.facility?.id);
    if (facility) take(facility);
    if (facility && schedule.value) schedule.value.state.facility = facility;
    if (state.view !== 'details' && !(facility && state.view === 'when')) firstStep(site);
  };

  const lose = () => {
    Object.assign(state, { slot: null, slotLost: true });
    go('when');
    refresh();
  };

  const { quote, isPriceSeen } = useQuote(state, settings, api);
  const ticket = useTicket({ state, settings, api, emit, go, signal: () => life.signal });

  /** Loads the venue and shows the first step, or what became of a booking that was left for payment. */
  const start = async () => {
    newLife();
    schedule.value?.close();
    Object.assign(state, emptyState());
    go('loading');
    venue = venueNow();
    const { signal } = life;
    try {
      if (!settings().tenant) {
        // Whoever has just put the element into the page may be about to say it.
        await new Promise((resolve) => setTimeout(resolve));
        if (signal.aborted || settings().tenant) return;
        console.error(NO_TENANT);
        throw new ApiError('failed', 0, NO_TENANT);
      }
      const [site] = await Promise.all([api().site(signal), ticket.lookAtStored()]);
      if (signal.aborted) return;
      state.site = site;
      if (state.outcome) ticket.show(false);
      else firstStep(site);
      emit('ready', { live: site.live, facilities: site.facilities });
    } catch (error) {
      if (signal.aborted) return;
      state.problem = report(error);
      go('problem');
    }
  };

  /**
   * Books what is filled in, or shows first what it costs. A time that has gone meanwhile leads back to the
   * times.
   */
  const book = async () => {
    const { facility, slot } = state;
    if (!facility || !slot || state.busy) return;
    Object.assign(state, { busy: true, proving: false, refusal: null });
    const { tenant } = settings();
    const [view, calls] = [views, api()];
    asked = { draft: JSON.stringify(state.draft), at: Date.now() };
    const body = bookingBody(state, settings());
    const isAgain = keptKey(body);
    try {
      if (!(await isPriceSeen(sentAs(body)))) {
        if (view === views) state.busy = false;
        return;
      }
      const made = await send(calls, body, state.site?.proof_of_work, () => {
        state.proving = true;
      });
      storeTicket(tenant, made.ticket_url, made.payment !== undefined);
      emit('booked', made);
      if (view === views) ticket.finish(made);
    } catch (error) {
      const refusal = report(error);
      const isRefused = refusal.status === 422;
      const [now] = isRefused ? await Promise.all([calls.check(slot.id).catch(() => null), renew()]) : [];
      if (view !== views) return;
      const offer = offered(facility.id);
      // Where it may be the guest's own booking that has the time, the refusal says so.
      if (now && offer && !isAgain && !isBookable(offer, now, state.draft.people)) return lose();
      Object.assign(state, { refusal, busy: false, slot: now ? { ...slot, ...now } : slot });
      // It may be the price that is another one now.
      if (isRefused) quote();
    }
  };

  /** Takes a time to the details, once it has been looked up that it is still free. */
  const pick = async (slot: Pick<Slot, 'id'>) => {
    const { facility } = state;
    if (!facility) return;
    Object.assign(state, { busy: true, slotLost: false });
    // Another time, or the same once more, outdates the look at this one.
    const [view, date] = [++views, schedule.value?.state.date];
    const isOutdated = () => view !== views || date !== schedule.value?.state.date;
    try {
      const now = await api().check(slot.id);
      if (isOutdated()) return;
      if (!isBookable(facility, now, state.draft.people)) return lose();
      state.slot = { booked: now.capacity - now.free, blocked: false, ...slot, ...now };
      go('details');
    } catch (error) {
      if (isOutdated()) return;
      const problem = report(error);
      if (problem.status === 404) {
        lose();
        renew();
      } else if (schedule.value) schedule.value.state.problem = problem;
    } finally {
      if (view === views) state.busy = false;
    }
  };

  /**
   * To a step that the guest has been at, as the browser's history has it; what is over is not gone back to,
   * nor what is no longer offered.
   * @returns false when that has to wait: a booking is on its way
   */
  const goTo = async ({ step, facility: id, date, slot }: Place): Promise<boolean> => {
    if (state.outcome || !state.site) return true;
    if (state.view === 'details' && state.busy) return false;
    const facility = offered(id);
    if (!facility || (step === 'what' && state.site.facilities[1])) {
      firstStep(state.site);
      return true;
    }
    const shown = schedule.value;
    take(facility);
    if (shown?.state.facility.id !== id) openSchedule(facility, date);
    else if (date && shown?.state.date !== date) shown?.choose(date);
    else refresh();
    state.slotLost = false;
    go('when');
    if (slot) await pick({ id: slot });
    return true;
  };

  const isStillAsked = () => asked.draft === JSON.stringify(state.draft) && Date.now() - asked.at < GO_ON_MS;

  return {
    state,
    schedule,

    /** Goes on after a pause: the element, the page (from the history) or the connection is back. */
    resume() {
      newLife();
      const { view, refusal } = state;
      if (view === 'loading' || view === 'problem' || venue !== venueNow()) start();
      else if (state.outcome) ticket.show();
      else {
        renew();
        if (view === 'when') refresh();
        if (refusal?.kind === 'offline') {
          // What was asked long ago is for the guest to ask again.
          if (isStillAsked()) book();
          else state.refusal = new ApiError('failed');
        }
      }
    },

    /** Ends what can be asked again later. A booking that is on its way is waited for. */
    stop: () => life.abort(),

    imagesOf: (images: readonly (string | undefined)[]) => imagesOf(images, settings().base),

    choose: ({ id }: Facility) => goTo({ step: 'when', facility: id }),
    pick,
    /** Asks what this party pays. */
    quote,

    /** One step back. What was filled in stays. A booking that is on its way is waited for. */
    back: () => goTo({ step: state.view === 'details' ? 'when' : 'what', facility: state.facility?.id }),
    goTo,
    book,

    /** Tells the page that the guest goes to pay. @returns false when it is not to happen */
    mayLeave: ticket.mayLeave,

    /**
     * Leaves the outcome for another booking; who books stays filled in. What waits for payment is not
     * forgotten: it holds its places, and a reload shows how to pay.
     */
    again() {
      newLife();
      if (state.outcome && !isPending(state.outcome))
        forgetTicket(settings().tenant, state.outcome.ticket_url);
      Object.assign(state, { outcome: null, slot: null, slotLost: false });
      if (state.site) firstStep(state.site);
    },
  };
}

export type Flow = ReturnType<typeof useFlow>;
