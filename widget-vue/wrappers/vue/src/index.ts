import type { VenueBookingAttributes, VenueBookingEventMap } from '@venue-booking/widget';
import {
  attributeNames,
  eventNames,
  reservedSpace,
  type VenueBookingEventName,
} from '@venue-booking/widget/embed';
import { type DefineSetupFnComponent, defineComponent, h, onMounted } from 'vue';

/** The widget's attributes, and `reserve`: the height that is kept for it, any CSS length; `'0'` for none. */
export interface VenueBookingProps extends Omit<VenueBookingAttributes, 'radius'> {
  /** Radius of corners in pixels, 0 to 40. */
  radius?: number | string;
  reserve?: string;
}

/** What the widget tells: the detail of its event, and the event itself. */
export type VenueBookingEmits = {
  [Name in VenueBookingEventName]: (
    detail: VenueBookingEventMap[`venue-booking:${Name}`]['detail'],
    event: VenueBookingEventMap[`venue-booking:${Name}`],
  ) => void;
};

/**
 * Books a venue's facilities. The server renders the element with its attributes; the widget itself comes when it is mounted.
 * What stands in the slot is shown until then.
 */
export const VenueBooking: DefineSetupFnComponent<VenueBookingProps, VenueBookingEmits> = defineComponent<
  VenueBookingProps,
  VenueBookingEmits
>(
  (props, { emit, slots }) => {
    onMounted(() => import('@venue-booking/widget'));
    const tell = emit as (name: string, ...args: unknown[]) => void;
    const listeners = Object.fromEntries(
      eventNames.map((name) => [
        `on:venue-booking:${name}`,
        (event: CustomEvent) => tell(name, event.detail, event),
      ]),
    );
    return () => {
      const attributes = Object.fromEntries(attributeNames.map((name) => [name, props[name]]));
      return h(
        'venue-booking',
        { ...attributes, ...listeners, style: reservedSpace(props.reserve) },
        slots.default?.(),
      );
    };
  },
  { name: 'VenueBooking', props: [...attributeNames, 'reserve'], emits: [...eventNames] },
);
