import type { Facility } from '@venue-booking/proto/facility';
import type { Quote } from '@venue-booking/proto/quote';
import type { Slot } from '@venue-booking/proto/slot';
import type { Site } from '@venue-booking/proto/venue';
import { reactive } from 'vue';
import type { ApiError } from './api.ts';
import type { Values } from './fields.ts';
import type { Outcome } from './outcome.ts';

/** The steps of a booking, in their order; `done` shows what came of it. */
export type Step = 'what' | 'when' | 'details' | 'done';
/** What the widget shows: a step, or why there is none. `leaving`: the payment page is on its way. */
export type View = Step | 'loading' | 'problem' | 'notLive' | 'empty' | 'leaving';

export const isStep = (view: View): view is Step => ['what', 'when', 'details', 'done'].includes(view);

/** Where a guest is, for the browser's history. Nothing personal. */
export type Place = {
  step: 'what' | 'when' | 'details';
  facility?: number | undefined;
  date?: string | undefined;
  slot?: number | undefined;
  people?: number | undefined;
  guests?: Record<string, number> | undefined;
};

/**
 * `guests`: of each category, by its key in their order, where the facility has any; `people` take places.
 * `add_ons`: what was chosen to be taken along.
 */
export type Draft = {
  people: number;
  guests?: Record<string, number> | undefined;
  add_ons?: Record<string, number> | undefined;
  values: Values;
};

export type FlowState = {
  view: View;
  /** Which problem `view: 'problem'` is about. */
  problem: ApiError | null;
  site: Site | null;
  facility: Facility | null;
  slot: Slot | null;
  /** The chosen time is no longer free. */
  slotLost: boolean;
  /** What the chosen time costs this party, as the API promised it. */
  quote: Quote | null;
  /** What a guest has filled in; kept when going back. */
  draft: Draft;
  /** A call is under way that a guest waits for: a re-check, or the booking itself. */
  busy: boolean;
  /** The browser works for the booking under way. */
  proving: boolean;
  /** Why the booking was refused. */
  refusal: ApiError | null;
  outcome: Outcome | null;
  /** The outcome's payment may have been made without being known yet. */
  settling: boolean;
};

/**
 * For shallow reactivity: what comes from the API is replaced, never changed; only the draft is filled in
 * piece by piece.
 */
export const emptyState = (): FlowState => ({
  view: 'loading',
  problem: null,
  site: null,
  facility: null,
  slot: null,
  slotLost: false,
  quote: null,
  draft: reactive({ people: 0, values: {} }),
  busy: false,
  proving: false,
  refusal: null,
  outcome: null,
  settling: false,
});
