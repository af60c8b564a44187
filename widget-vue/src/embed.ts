// What wrappers for frameworks share. Built into `embed.js` and `embed.d.ts`; it depends on nothing and runs
// on servers as well.
import type { VenueBookingAttributes, VenueBookingEvents } from './publicTypes.ts';

/** An event of `<venue-booking>`, without the prefix `venue-booking:`. */
export type VenueBookingEventName = keyof VenueBookingEvents extends `venue-booking:${infer Name}`
  ? Name
  : never;

/** Every attribute of `<venue-booking>`. */
export const attributeNames: readonly (keyof VenueBookingAttributes)[] = [
  'tenant',
  'api',
  'variant',
  'accent',
  'radius',
  'name',
  'locale',
  'redirect',
];

/** Every event of `<venue-booking>`. */
export const eventNames: readonly VenueBookingEventName[] = ['ready', 'step', 'booked', 'redirect', 'error'];

/** What two facilities with pictures take, as measured from 320 to 800 pixels wide. */
const usualHeight = 'clamp(47rem, 165rem - 340vw, 66rem)';

/**
 * The style by which a page keeps room for the widget before it has come, so that nothing below it moves.
 * @param height any CSS length; without it what is usual. `'0'`: no style. On servers it becomes text: one
 * that would add declarations counts as none
 */
export const reservedSpace = (
  height: string = usualHeight,
): { display: 'block'; minBlockSize: string } | undefined =>
  height === '0' ? undefined : { display: 'block', minBlockSize: /;/.test(height) ? usualHeight : height };

/**
 * Tells a page of a widget whose script could not be loaded, as the widget would tell of what does not work.
 * @param element the one without its widget, if it is still there
 */
export function tellNotLoaded(element: EventTarget | null | undefined, error: unknown): void {
  console.error(error);
  const detail: VenueBookingEvents['venue-booking:error'] = { kind: 'failed', status: 0, message: '' };
  element?.dispatchEvent(new CustomEvent('venue-booking:error', { detail, bubbles: true, composed: true }));
}
