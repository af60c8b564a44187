'use client';

import type {
  VenueBookingAttributes,
  VenueBookingElement,
  VenueBookingEventMap,
  VenueBookingPrefill,
} from '@venue-booking/widget';
import { reservedSpace, tellNotLoaded, type VenueBookingEventName } from '@venue-booking/widget/embed';
import {
  type CSSProperties,
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactNode,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

type EventOf<Name extends VenueBookingEventName> = VenueBookingEventMap[`venue-booking:${Name}`];

/**
 * Event handlers. Each gets the detail of its event and the event. `event.preventDefault()` in `onRedirect`
 * and `onSubmitting` keeps the guest where they are.
 */
export type VenueBookingHandlers = {
  [Name in VenueBookingEventName as `on${Capitalize<Name>}`]?:
    | ((detail: EventOf<Name>['detail'], event: EventOf<Name>) => void)
    | undefined;
};

/** The widget's attributes and events. Other attributes, such as `data-…`, are passed to the element. */
export interface VenueBookingProps
  extends VenueBookingHandlers,
    Omit<VenueBookingAttributes, 'tenant' | 'radius'> {
  /** Slug of the venue. */
  tenant: string;
  /** Corner radius in pixels, 0 to 40. */
  radius?: number | string | undefined;
  /** What the page knows about the guest. */
  prefill?: VenueBookingPrefill | undefined;
  /**
   * Height to reserve until the widget has loaded: any CSS length. `'0'` reserves nothing and sets no
   * `style`.
   */
  reserve?: string | undefined;
  id?: string | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** Shown until the widget has loaded, without JavaScript, and when guests can't book. */
  children?: ReactNode;
}

const handlerNames: { [Name in VenueBookingEventName as `venue-booking:${Name}`]: `on${Capitalize<Name>}` } =
  {
    'venue-booking:ready': 'onReady',
    'venue-booking:step': 'onStep',
    'venue-booking:submitting': 'onSubmitting',
    'venue-booking:booked': 'onBooked',
    'venue-booking:paid': 'onPaid',
    'venue-booking:cancelled': 'onCancelled',
    'venue-booking:redirect': 'onRedirect',
    'venue-booking:error': 'onError',
  };
const eventTypes = Object.keys(handlerNames);

/** One listener for all events. It calls the current handlers. */
const newListener = () => ({
  handlers: {} as VenueBookingHandlers,
  handleEvent(event: Event): void {
    const handler = this.handlers[handlerNames[event.type as keyof typeof handlerNames]];
    (handler as ((detail: unknown, event: Event) => void) | undefined)?.(
      (event as CustomEvent).detail,
      event,
    );
  },
});

// React 18 warns about layout effects during server rendering.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Lets guests book a venue's facilities. The server renders the element with its attributes; the widget loads
 * in the browser once it is mounted. A `ref` refers to the element.
 */
export const VenueBooking: ForwardRefExoticComponent<VenueBookingProps & RefAttributes<VenueBookingElement>> =
  forwardRef<VenueBookingElement, VenueBookingProps>((props, ref) => {
    const { reserve, radius, className, style, prefill, ...rest } = props;
    const { onReady, onStep, onSubmitting, onBooked, onPaid, onCancelled, onRedirect, onError, ...others } =
      rest;
    const element = useRef<VenueBookingElement>(null);
    const [listener] = useState(newListener);
    useInsertionEffect(() => {
      listener.handlers = {
        onReady,
        onStep,
        onSubmitting,
        onBooked,
        onPaid,
        onCancelled,
        onRedirect,
        onError,
      };
    });
    // If the widget is already loaded, it starts at once, before `useEffect` would run.
    useBrowserLayoutEffect(() => {
      for (const type of eventTypes) element.current?.addEventListener(type, listener);
    }, [listener]);
    useEffect(() => {
      let { current } = element;
      import('@venue-booking/widget').catch((error) => tellNotLoaded(current, error));
      // Not in the layout effect, whose cleanup also runs while a suspended page hides the widget.
      return () => {
        for (const type of eventTypes) current?.removeEventListener(type, listener);
        current = null;
      };
    }, [listener]);
    useBrowserLayoutEffect(() => {
      if (element.current) element.current.prefill = prefill;
    }, [prefill]);
    useImperativeHandle(ref, () => element.current as VenueBookingElement, []);

    const reserved = reservedSpace(reserve, rest.mode);
    return createElement('venue-booking', {
      ...others,
      ref: element,
      // React 18 does not support `className` on custom elements; both versions support `class`.
      class: className,
      // A string: React 18 sets it as an attribute, React 19 as a property.
      radius: radius?.toString(),
      style: reserved ? { ...reserved, ...style } : style,
    });
  });
VenueBooking.displayName = 'VenueBooking';
