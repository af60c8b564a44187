import type {
  VenueBookingAttributes,
  VenueBookingEventMap,
  VenueBookingPrefill,
} from '@venue-booking/widget';
import {
  attributeNames,
  eventNames,
  reservedSpace,
  tellNotLoaded,
  type VenueBookingEventName,
} from '@venue-booking/widget/embed';
import { type ComponentPublicInstance, defineComponent, h, onMounted, shallowRef } from 'vue';

/** The widget's attributes, and `reserve`. Each may change at any time. */
export interface VenueBookingProps extends Omit<VenueBookingAttributes, 'tenant' | 'radius'> {
  /** Slug of the venue. */
  tenant: string;
  /** Corner radius in pixels, 0 to 40. */
  radius?: number | string | undefined;
  /** What the page knows about the guest. */
  prefill?: VenueBookingPrefill | undefined;
  /** Height to reserve until the widget has loaded: any CSS length, or `'0'` for none. */
  reserve?: string | undefined;
}

/** The events. Listeners get the detail of an event and the event itself. */
export type VenueBookingEmits = {
  [Name in VenueBookingEventName]: (
    detail: VenueBookingEventMap[`venue-booking:${Name}`]['detail'],
    event: VenueBookingEventMap[`venue-booking:${Name}`],
  ) => void;
};

/** The event listeners as props, for `h()` and JSX. */
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
 * Lets guests book a venue's facilities. The server renders the element with its attributes; the widget loads
 * once it is mounted. The slot's content is shown until then, and when guests can't book.
 */
export const VenueBooking: VenueBookingComponent = defineComponent<VenueBookingProps, VenueBookingEmits>(
  (props, { emit, slots }) => {
    // `onMounted` never runs on a server. The condition lets server builds also drop the import.
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
      const style = reservedSpace(props.reserve, props.mode);
      // Vue rewrites the whole style, but the widget has already released the reserved space.
      if (style && element.value?.style.minBlockSize === '0px') style.minBlockSize = '0';
      return h(
        'venue-booking',
        { ...attributes, '.prefill': props.prefill, ...listeners, ref: element, ...(style && { style }) },
        slots.default?.(),
      );
    };
  },
  { name: 'VenueBooking', props: [...attributeNames, 'prefill', 'reserve'], emits: [...eventNames] },
);
