import type { VenueBookingAttributes, VenueBookingEventMap } from '@venue-booking/widget';
import {
  attributeNames,
  eventNames,
  reservedSpace,
  tellNotLoaded,
  type VenueBookingEventName,
} from '@venue-booking/widget/embed';
import { type ComponentPublicInstance, defineComponent, h, onMounted, shallowRef } from 'vue';

/** The widget's attributes, and `reserve`. All may change at any time. */
export interface VenueBookingProps extends Omit<VenueBookingAttributes, 'tenant' | 'radius'> {
  /** Slug of the venue. */
  tenant: string;
  /** Radius of corners in pixels, 0 to 40. */
  radius?: number | string | undefined;
  /** Height that is kept for the widget until it has come: any CSS length, `'0'` for none. */
  reserve?: string | undefined;
}

/** What the widget tells: the detail of its event, and the event itself. */
export type VenueBookingEmits = {
  [Name in VenueBookingEventName]: (
    detail: VenueBookingEventMap[`venue-booking:${Name}`]['detail'],
    event: VenueBookingEventMap[`venue-booking:${Name}`],
  ) => void;
};

/** The same as props, for `h()` and JSX. */
export type VenueBookingListeners = {
  [Name in VenueBookingEventName as `on${Capitalize<Name>}`]?: VenueBookingEmits[Name];
};

/** The type of {@link VenueBooking}. */
export type VenueBookingComponent<Props = VenueBookingProps> = new (
  props: Props & VenueBookingListeners,
) => ComponentPublicInstance<
  Props & VenueBookingListeners,
  object,
  object,
  Record<never, never>,
  Record<never, never>,
  VenueBookingEmits
>;

/**
 * Books a venue's facilities. The server renders the element with its attributes; the widget itself comes
 * when it is mounted. What stands in the slot is shown until then.
 */
export const VenueBooking: VenueBookingComponent = defineComponent<VenueBookingProps, VenueBookingEmits>(
  (props, { emit, slots }) => {
    // It is never mounted on a server. A build for one that knows that it is one need not carry the core
    // either.
    const element = shallowRef<HTMLElement>();
    onMounted(() => {
      if (typeof window !== 'undefined')
        import('@venue-booking/widget').catch((error) => tellNotLoaded(element.value, error));
    });
    const tell = emit as (name: string, ...args: unknown[]) => void;
    const listeners = Object.fromEntries(
      eventNames.map((name) => [
        `on:venue-booking:${name}`,
        (event: CustomEvent) => tell(name, event.detail, event),
      ]),
    );
    return () => {
      const attributes = Object.fromEntries(attributeNames.map((name) => [name, props[name]]));
      const style = reservedSpace(props.reserve);
      // Vue writes all of it anew: the widget has let that room go.
      if (style && element.value?.style.minBlockSize === '0px') style.minBlockSize = '0';
      return h(
        'venue-booking',
        { ...attributes, ...listeners, ref: element, ...(style && { style }) },
        slots.default?.(),
      );
    };
  },
  { name: 'VenueBooking', props: [...attributeNames, 'reserve'], emits: [...eventNames] },
);
