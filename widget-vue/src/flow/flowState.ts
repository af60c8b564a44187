import type { Quote } from '@venue-booking/proto/booking/quote';
import type { Facility } from '@venue-booking/proto/facility/facility';
import type { Slot } from '@venue-booking/proto/facility/slot';
import type { Site } from '@venue-booking/proto/venue/venue';
import { reactive } from 'vue';
import type { ApiError, WaitingBody } from '../api/api.ts';
import type { Values } from '../booking/fields.ts';
import type { Outcome } from '../booking/outcome.ts';

/** The steps of a booking, in order; `done` shows the outcome. */
export type Step = 'what' | 'when' | 'details' | 'done';
/**
 * What the widget shows: a step, or a state without one. `leaving`: the payment page is loading. `joined`: to
 * be on the waiting list, the guest must still confirm by mail.
 */
export type View = Step | 'loading' | 'failed' | 'notLive' | 'paused' | 'empty' | 'leaving' | 'joined';

export const isStep = (view: View): view is Step => ['what', 'when', 'details', 'done'].includes(view);

/** The guest's position for the browser's history. Contains no personal data. */
export type Place = {
  step: 'what' | 'when' | 'details';
  facility?: number | undefined;
  date?: string | undefined;
  slot?: number | undefined;
  people?: number | undefined;
  guests?: Record<string, number> | undefined;
};

/**
 * `guests`: count per category, by key in category order, if the facility has categories. `people`: those who
 * take places. `add_ons`: count per chosen add-on.
 */
export type Draft = {
  people: number;
  guests?: Record<string, number> | undefined;
  add_ons?: Record<string, number> | undefined;
  values: Values;
};

export type FlowState = {
  view: View;
  /** The cause while `view` is `failed`. */
  loadFailure: ApiError | null;
  site: Site | null;
  facility: Facility | null;
  slot: Slot | null;
  /** Set while the details are for the waiting list: of the chosen slot if empty, else of this day. */
  waiting: Pick<WaitingBody, 'facility_id' | 'date'> | null;
  /** The chosen slot is no longer available. */
  slotLost: boolean;
  /** The price that the API promised for the chosen slot and party. */
  quote: Quote | null;
  /** Kept when the guest goes back. */
  draft: Draft;
  /** A call that the guest waits for is under way: checking a slot, or the booking itself. */
  busy: boolean;
  /** The browser is computing a proof of work for the booking. */
  proving: boolean;
  /** Why the API rejected the booking. */
  bookingFailure: ApiError | null;
  outcome: Outcome | null;
  /** The payment may have succeeded without being confirmed yet. */
  settling: boolean;
};

/** The state is shallow-reactive: API data is replaced, never mutated. Only the draft is edited in place. */
export const emptyState = (): FlowState => ({
  view: 'loading',
  loadFailure: null,
  site: null,
  facility: null,
  slot: null,
  waiting: null,
  slotLost: false,
  quote: null,
  draft: reactive({ people: 0, values: {} }),
  busy: false,
  proving: false,
  bookingFailure: null,
  outcome: null,
  settling: false,
});
