'use client';

import type {
  VenueBookingAttributes,
  VenueBookingElement,
  VenueBookingEventMap,
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
 * What the widget tells: the detail of its event, and the event itself. `event.preventDefault()` in
 * `onRedirect` keeps the guest on the page.
 */
export type VenueBookingHandlers = {
  [Name in VenueBookingEventName as `on${Capitalize<Name>}`]?:
    | ((detail: EventOf<Name>['detail'], event: EventOf<Name>) => void)
    | undefined;
};

/**
 * The widget's attributes and events, and what any element has. Others, such as `data-…`, are handed on to
 * the element.
 */
export interface VenueBookingProps
  extends VenueBookingHandlers,
    Omit<VenueBookingAttributes, 'tenant' | 'radius'> {
  /** Slug of the venue. */
  tenant: string;
  /** Radius of corners in pixels, 0 to 40. */
  radius?: number | string | undefined;
  /**
   * The height that is kept for the widget until it is there: any CSS length; `'0'` for none, and no `style`
   * attribute.
   */
  reserve?: string | undefined;
  id?: string | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** Shown until the widget is there, and where scripts are off. */
  children?: ReactNode;
}

const handlerNames: { [Name in VenueBookingEventName as `venue-booking:${Name}`]: `on${Capitalize<Name>}` } =
  {
    'venue-booking:ready': 'onReady',
    'venue-booking:step': 'onStep',
    'venue-booking:booked': 'onBooked',
    'venue-booking:redirect': 'onRedirect',
    'venue-booking:error': 'onError',
  };
const eventTypes = Object.keys(handlerNames);

/** A listener to all events, which calls the handlers that it has by then. */
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

// React 18 warns where a layout effect is rendered on a server.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Books a venue's facilities. The server renders the element with its attributes; the widget itself comes
 * once that is in the page. A `ref` is to the element.
 */
export const VenueBooking: ForwardRefExoticComponent<VenueBookingProps & RefAttributes<VenueBookingElement>> =
  forwardRef<VenueBookingElement, VenueBookingProps>((props, ref) => {
    const { reserve, radius, className, style, onReady, onStep, onBooked, onRedirect, onError, ...others } =
      props;
    const element = useRef<VenueBookingElement>(null);
    const [listener] = useState(newListener);
    useInsertionEffect(() => {
      listener.handlers = { onReady, onStep, onBooked, onRedirect, onError };
    });
    // A widget whose core is there already begins at once: `useEffect` would come too late.
    useBrowserLayoutEffect(() => {
      for (const type of eventTypes) element.current?.addEventListener(type, listener);
    }, [listener]);
    useEffect(() => {
      let { current } = element;
      import('@venue-booking/widget').catch((error) => tellNotLoaded(current, error));
      // Only here: layout effects also end where a page hides the widget while it waits for something else.
      return () => {
        for (const type of eventTypes) current?.removeEventListener(type, listener);
        current = null;
      };
    }, [listener]);
    useImperativeHandle(ref, () => element.current as VenueBookingElement, []);

    const reserved = reservedSpace(reserve);
    return createElement('venue-booking', {
      ...others,
      ref: element,
      // On custom elements React 18 knows no `className`, and both know `class`.
      class: className,
      // As an attribute has it, which React 18 sets; React 19 sets the property where there is one.
      radius: radius?.toString(),
      style: reserved ? { ...reserved, ...style } : style,
    });
  });
VenueBooking.displayName = 'VenueBooking';
