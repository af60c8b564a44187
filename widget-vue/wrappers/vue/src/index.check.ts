// Checked by the type checker only: the component's props and events in templates, `h()` and JSX.
import type { VenueBookingBooking } from '@venue-booking/widget';
import { createApp, h } from 'vue';
import { VenueBooking, type VenueBookingEmits, type VenueBookingProps } from './index.ts';

h(VenueBooking, { tenant: 'badhuis', variant: 'calendar', radius: 8, reserve: '40rem', class: 'booking' });
h(VenueBooking, { tenant: 'badhuis', radius: '8' }, { default: () => 'Book by phone' });
h(VenueBooking, {
  tenant: 'badhuis',
  onBooked: ({ booking, payment }, event) => {
    const made: VenueBookingBooking = booking;
    const url: string | undefined = payment?.checkout_url;
    return [made, url, event.target, event.detail.ticket_url];
  },
  onRedirect: ({ checkout_url }, event) => {
    event.preventDefault();
    return checkout_url.length;
  },
  onError: ({ kind }) => kind === 'offline',
});
createApp(VenueBooking, { tenant: 'badhuis' }).component('VenueBooking', VenueBooking);

h(VenueBooking, { tenant: 'badhuis', variant: undefined, reserve: undefined });

// @ts-expect-error: the venue is missing
h(VenueBooking, { variant: 'strip' });
// @ts-expect-error: not a variant
h(VenueBooking, { tenant: 'badhuis', variant: 'month' });
// @ts-expect-error: no such language
h(VenueBooking, { tenant: 'badhuis', locale: 'it' });
// @ts-expect-error: not a text
h(VenueBooking, { tenant: 1 });
// @ts-expect-error: any CSS length, with its unit
h(VenueBooking, { tenant: 'badhuis', reserve: 400 });
// @ts-expect-error: a booking has no such field
h(VenueBooking, { tenant: 'badhuis', onBooked: ({ booking }) => booking.price });

export const props: VenueBookingProps = { tenant: 'badhuis', radius: 8 };
// @ts-expect-error: no such prop
export const wrong: VenueBookingProps = { venue: 'badhuis' };
// @ts-expect-error: the detail comes first
export const listener: VenueBookingEmits['ready'] = (event: Event) => event.preventDefault();
export const emits = (instance: InstanceType<typeof VenueBooking>) => {
  const live = { live: true, facilities: [] };
  instance.$emit('ready', live, new CustomEvent('venue-booking:ready', { detail: live }));
  // @ts-expect-error: no such event
  instance.$emit('paid', live);
  const radius: number | string | undefined = instance.$props.radius;
  return radius;
};
