import type { Facility } from '@venue-booking/proto/facility/facility';
import type { Slot } from '@venue-booking/proto/facility/slot';
import type { Site } from '@venue-booking/proto/venue/venue';
import { shallowReactive, shallowRef } from 'vue';
import { ApiError, createApi, imagesOf } from '../api/api.ts';
import { conversionOf, submissionOf } from '../booking/conversion.ts';
import { isPending } from '../booking/outcome.ts';
import { addOnsOf, facilityPartyRange, isBookable, partyFor } from '../booking/party.ts';
import { prefilled } from '../booking/prefill.ts';
import type { Start } from '../element/deepLink.ts';
import type { Emit } from '../element/emit.ts';
import type { Settings } from '../element/settings.ts';
import { bookingBody, waitingBody } from './bookingBody.ts';
import { emptyState, type FlowState, isStep, type Place, type View } from './flowState.ts';
import { type ScheduleControl, useSchedule } from './schedule.ts';
import { bookingSender, storedKey } from './sendBooking.ts';
import { deleteStoredTicket, storeTicket } from './storedTicket.ts';
import { amountOf, useQuote } from './useQuote.ts';
import { useTicket } from './useTicket.ts';

/** How long a booking that failed for lack of a connection is retried on reconnecting. */
const GO_ON_MS = 5 * 60_000;
/** For the developer of the page. */
const NO_TENANT = 'Set the tenant of <venue-booking>.';

/**
 * The booking flow: what → when → details → payment or confirmation. It is independent of the view and
 * outlives it, so that an element that is moved within its page continues where it was.
 * @param settings read again for every use
 */
export function useFlow(settings: () => Settings, emit: Emit) {
  const state: FlowState = shallowReactive(emptyState());
  const schedule = shallowRef<ScheduleControl>();
  const { send, sentAs } = bookingSender();
  const joining = bookingSender(({ join }) => join);
  let life = new AbortController();
  /** Incremented on every change of view, so that late responses for an earlier view are ignored. */
  let views = 0;
  let venue = '';
  /** The last preselection by the page. It replaces that of the attributes and the URL. */
  let chosen: Start | undefined;
  const startNow = () => chosen ?? settings().start;
  /** The draft that the guest last submitted, and when. */
  let submitted = { draft: '', at: 0 };

  const api = () => createApi(settings());
  const venueNow = () => JSON.stringify([settings().tenant, settings().base]);

  const newLife = () => {
    life.abort();
    life = new AbortController();
  };

  const go = (view: View) => {
    views++;
    const isNew = view !== state.view;
    Object.assign(state, { view, busy: false, bookingFailure: null });
    if (!isNew || !isStep(view)) return;
    const { facility, slot } = state;
    emit('step', { step: view, facility, slot });
  };
  const report = (error: unknown): ApiError => {
    const failure = error instanceof ApiError ? error : new ApiError('failed', 0, String(error));
    const { kind, status, message } = failure;
    emit('error', { kind, status, message });
    return failure;
  };

  /** Sets the facility, and limits the draft's party and add-ons to what it allows. */
  const take = (facility: Facility) => {
    const { draft } = state;
    state.facility = facility;
    const { min, max } = facilityPartyRange(facility);
    draft.people = Math.min(Math.max(draft.people, min), max);
    Object.assign(draft, partyFor(facility, draft));
    const keys = addOnsOf(facility).map(({ key }) => key);
    for (const key in draft.add_ons) if (!keys.includes(key)) draft.add_ons = undefined;
  };
  /** @param date the day to open, unless it is in the past */
  const openSchedule = (facility: Facility, date = startNow().date ?? '') => {
    schedule.value?.close();
    state.draft.add_ons = undefined;
    take(facility);
    schedule.value = useSchedule(api(), facility, report);
    Object.assign(schedule.value.state, { date, cursor: date });
    schedule.value.open();
  };
  const refresh = () => schedule.value?.refresh();

  const firstStep = (
    { live, suspended, facilities }: Site,
    { facility: wanted, date, people }: Start = {},
  ) => {
    const [only, another] = facilities;
    if (!live) return go(suspended ? 'paused' : 'notLive');
    if (!only) return go('empty');
    if (people) Object.assign(state.draft, { people, guests: undefined });
    const facility = facilities.find(({ id }) => id === wanted) ?? (another ? undefined : only);
    if (!facility) return go('what');
    openSchedule(facility, date);
    go('when');
  };

  /** The facility with this id, if it can be booked online according to the last loaded site. */
  const offered = (of: number | undefined) =>
    (state.site?.live && state.site.facilities.find(({ id }) => id === of)) || undefined;

  /**
   * Reloads the venue's site, because the owner may have changed it. Keeps the draft. A guest at the details
   * step stays there, even if the facility is no longer offered.
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
    if (!/^(details|joined)$/.test(state.view) && !(facility && state.view === 'when')) firstStep(site);
  };

  const loseSlot = () => {
    Object.assign(state, { slot: null, slotLost: true });
    go('when');
    refresh();
  };

  const { quote, isPriceSeen } = useQuote(state, settings, api);
  const ticket = useTicket({ state, settings, api, emit, go, signal: () => life.signal });

  /** Loads the venue and shows the first step, or the outcome of a booking that awaits payment. */
  const start = async () => {
    newLife();
    schedule.value?.close();
    Object.assign(state, emptyState());
    go('loading');
    venue = venueNow();
    const { signal } = life;
    try {
      if (!settings().tenant) {
        // A script that has just inserted the element may set the tenant in the same task.
        await new Promise((resolve) => setTimeout(resolve));
        if (signal.aborted || settings().tenant) return;
        console.error(NO_TENANT);
        throw new ApiError('failed', 0, NO_TENANT);
      }
      const [site] = await Promise.all([api().site(signal), ticket.lookAtStored()]);
      if (signal.aborted) return;
      state.site = site;
      if (state.outcome) ticket.show(false);
      else firstStep(site, startNow());
      emit('ready', { live: site.live, facilities: site.facilities });
    } catch (error) {
      if (signal.aborted) return;
      state.loadFailure = report(error);
      go('failed');
    }
  };

  const onWork = () => {
    state.proving = true;
  };
  const join = async () => {
    const view = views;
    try {
      await joining.send(api(), waitingBody(state, settings()), state.site?.proof_of_work, onWork);
      if (view === views) go('joined');
    } catch (error) {
      const bookingFailure = report(error);
      if (view === views) Object.assign(state, { bookingFailure, busy: false });
    }
  };

  /**
   * Sends the booking, or joins the waiting list. If the guest has not seen the price of a booking yet, shows
   * the price instead. If the slot is no longer available, returns to the times.
   */
  const book = async () => {
    const { facility, slot, waiting } = state;
    if (!facility || !(slot || waiting) || state.busy) return;
    Object.assign(state, { busy: true, proving: false, bookingFailure: null });
    submitted = { draft: JSON.stringify(state.draft), at: Date.now() };
    if (waiting || !slot) return join();
    const { tenant } = settings();
    const [view, calls] = [views, api()];
    const body = bookingBody(state, settings());
    const isAgain = storedKey(body);
    try {
      if (!(await isPriceSeen(sentAs(body)))) {
        if (view === views) state.busy = false;
        return;
      }
      const amount = amountOf(state);
      if (!emit('submitting', submissionOf(body, facility, slot, amount))) {
        if (view === views) state.busy = false;
        return;
      }
      const made = await send(calls, body, state.site?.proof_of_work, onWork);
      storeTicket(tenant, made.ticket_url, made.payment !== undefined);
      emit('booked', { ...made, ...conversionOf(made.booking) });
      if (view === views) ticket.finish(made);
    } catch (error) {
      const bookingFailure = report(error);
      const isRefused = bookingFailure.status === 422;
      const [now] = isRefused ? await Promise.all([calls.check(slot.id).catch(() => null), renew()]) : [];
      if (view !== views) return;
      const offer = offered(facility.id);
      // If an earlier attempt may have taken the slot, show the API's error, which says so.
      if (now && offer && !isAgain && !isBookable(offer, now, state.draft.people)) return loseSlot();
      Object.assign(state, { bookingFailure, busy: false, slot: now ? { ...slot, ...now } : slot });
      // The booking may have been rejected because its price changed.
      if (isRefused) quote();
    }
  };

  const showDetails = (slot: Slot | null, waiting: FlowState['waiting'] = null) => {
    state.draft.values = {
      ...prefilled(state.site?.fields ?? [], settings().prefill),
      ...state.draft.values,
    };
    Object.assign(state, { slot, waiting });
    go('details');
  };

  /** Checks that a slot is still available, then shows the details step. */
  const pick = async (slot: Pick<Slot, 'id'>) => {
    const { facility } = state;
    if (!facility) return;
    Object.assign(state, { busy: true, slotLost: false });
    // A later pick makes this one outdated.
    const [view, date] = [++views, schedule.value?.state.date];
    const isOutdated = () => view !== views || date !== schedule.value?.state.date;
    try {
      const now = await api().check(slot.id);
      if (isOutdated()) return;
      if (!isBookable(facility, now, state.draft.people)) return loseSlot();
      showDetails({ booked: now.capacity - now.free, blocked: false, ...slot, ...now });
    } catch (error) {
      if (isOutdated()) return;
      const failure = report(error);
      if (failure.status === 404) {
        loseSlot();
        renew();
      } else if (schedule.value) schedule.value.state.failure = failure;
    } finally {
      if (view === views) state.busy = false;
    }
  };

  /**
   * Goes to an earlier step from the browser's history. Goes to the first step instead if the facility is no
   * longer offered, and nowhere once there is an outcome.
   * @returns false if a booking is under way, which must finish first
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

  const isStillSubmitted = () =>
    submitted.draft === JSON.stringify(state.draft) && Date.now() - submitted.at < GO_ON_MS;

  return {
    state,
    schedule,

    /** Continues after the element was reattached, the page restored or the connection regained. */
    resume() {
      newLife();
      const { view, bookingFailure } = state;
      if (view === 'loading' || view === 'failed' || venue !== venueNow()) start();
      else if (state.outcome) ticket.show();
      else {
        renew();
        if (view === 'when') refresh();
        if (bookingFailure?.kind === 'offline') {
          // Too long ago to send the booking without asking the guest again.
          if (isStillSubmitted()) book();
          else state.bookingFailure = new ApiError('failed');
        }
      }
    },

    /** Applies a preselection, at once or, if the guest has booked or is booking, for the next booking. */
    openAt(start: Start) {
      chosen = start;
      const { site, outcome, busy, view } = state;
      const facility = view === 'what' ? undefined : state.facility?.id;
      if (site && !outcome && !busy) firstStep(site, { ...start, facility: start.facility ?? facility });
    },

    /** Aborts reads, which can be repeated later. A booking that is under way continues. */
    stop: () => life.abort(),

    imagesOf: (images: readonly (string | undefined)[]) => imagesOf(images, settings().base),

    choose: ({ id }: Facility) => goTo({ step: 'when', facility: id }),
    pick,
    /** Shows the details step for the waiting list of a full slot, or of the chosen day. */
    wait(slot: Slot | null) {
      state.slotLost = false;
      const day = { facility_id: state.facility?.id, date: schedule.value?.state.date };
      showDetails(slot, slot ? {} : day);
    },
    /** Requests the price for the current party. */
    quote,

    /** Goes back one step and keeps the draft. Waits for a booking that is under way. */
    back: () => goTo({ step: state.view === 'details' ? 'when' : 'what', facility: state.facility?.id }),
    goTo,
    book,

    /** Emits `redirect`. @returns false if the page prevented it */
    mayLeave: ticket.mayLeave,

    /**
     * Leaves the outcome to make another booking, and keeps the guest's details. An unpaid booking stays
     * stored: it holds places, and a reload shows how to pay.
     */
    again() {
      newLife();
      if (state.outcome && !isPending(state.outcome))
        deleteStoredTicket(settings().tenant, state.outcome.ticket_url);
      Object.assign(state, { outcome: null, slot: null, slotLost: false });
      if (state.site) firstStep(state.site, startNow());
    },
  };
}

export type Flow = ReturnType<typeof useFlow>;
