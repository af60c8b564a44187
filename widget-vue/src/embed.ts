// Shared by the wrappers for frameworks, and built into `embed.js` and `embed.d.ts`. It has no dependencies
// and also runs on servers.
import type { VenueBookingAttributes, VenueBookingEvents } from './publicTypes.ts';

/** Name of an event of `<venue-booking>` without its prefix `venue-booking:`. */
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
  'facility',
  'date',
  'people',
  'mode',
  'label',
  'reference',
];

/** Every event of `<venue-booking>`. */
export const eventNames: readonly VenueBookingEventName[] = [
  'ready',
  'step',
  'submitting',
  'booked',
  'paid',
  'cancelled',
  'redirect',
  'error',
];

/**
 * Height of a widget with two facilities with pictures, measured at widths from 320 to 800 pixels. In pixels,
 * because some pages shrink `rem`, while the widget's text has at least 16 pixels.
 */
const usualHeight = 'clamp(752px, 2640px - 340vw, 1056px)';

/**
 * The style that reserves space for the widget before it loads, so that nothing below it moves.
 * @param height any CSS length. Default: the usual height. `'0'`: no style. In a dialog the widget needs no
 * space, whatever the height. A value with a semicolon is
 * ignored, because servers render it as text and it could add declarations.
 */
export const reservedSpace = (
  height: string = usualHeight,
  mode: string | undefined = 'inline',
): { display: 'block'; minBlockSize: string } | undefined =>
  height === '0' || mode === 'button' || mode === 'dialog'
    ? undefined
    : { display: 'block', minBlockSize: /;/.test(height) ? usualHeight : height };

/**
 * Dispatches `venue-booking:error` for a widget whose script failed to load, and logs the error.
 * @param element the `<venue-booking>` element, if it still exists
 */
export function tellNotLoaded(element: EventTarget | null | undefined, error: unknown): void {
  console.error(error);
  const detail: VenueBookingEvents['venue-booking:error'] = { kind: 'failed', status: 0, message: '' };
  element?.dispatchEvent(new CustomEvent('venue-booking:error', { detail, bubbles: true, composed: true }));
}
