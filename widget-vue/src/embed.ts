// What wrappers for frameworks share. Built into `embed.js` and `embed.d.ts`; it depends on nothing and runs on servers as well.
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

/**
 * The style by which a page keeps room for the widget before it has come, so that nothing below it moves.
 * @param height any CSS length; without it what two facilities with pictures take, as measured from 320 to 800 pixels wide. `'0'`: no style
 */
export const reservedSpace = (
  height = 'clamp(47rem, 165rem - 340vw, 66rem)',
): { display: 'block'; minBlockSize: string } | undefined =>
  height === '0' ? undefined : { display: 'block', minBlockSize: height };
