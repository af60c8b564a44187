import type { Slot } from '@venue-booking/proto/facility/slot';
import type { Site } from '@venue-booking/proto/venue/venue';
import type { BookingBody, WaitingBody } from '../api/api.ts';
import { nameOf } from '../booking/fields.ts';
import type { Settings } from '../element/settings.ts';
import type { FlowState } from './flowState.ts';

/**
 * The request body for a place on the waiting list. Omits empty answers; an unticked checkbox is sent as
 * `false`.
 */
export function waitingBody(
  { draft, site, slot, waiting }: FlowState,
  { locale }: Pick<Settings, 'locale'>,
): WaitingBody {
  const { people, guests, values } = draft;
  const answers = (site as Site).fields.map((field) => [
    field.key,
    values[nameOf(field)] ?? (field.type === 'checkbox' ? false : ''),
  ]);
  return {
    slot_id: slot?.id,
    ...waiting,
    customer_name: String(values.customer_name),
    customer_email: String(values.customer_email).trim(),
    people,
    guests,
    add_ons: draft.add_ons,
    extra: Object.fromEntries(answers.filter(([, value]) => value !== '')),
    locale,
  };
}

/** The request body for a booking. */
export const bookingBody = (
  state: FlowState,
  { redirect, reference, ...settings }: Settings,
): BookingBody => ({
  ...waitingBody(state, settings),
  slot_id: (state.slot as Slot).id,
  reference,
  quote: state.quote ?? undefined,
  // A page opened from a file can't be a return address, and the API accepts at most 2000 characters.
  redirect_url: /^https?:.{2,1990}$/.exec(redirect)?.[0],
});
