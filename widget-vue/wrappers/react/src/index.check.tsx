// Checked by the type checker only: the props and handlers that the component accepts and rejects.
import type { VenueBookingElement } from '@venue-booking/widget';
import { useRef } from 'react';
import { VenueBooking, type VenueBookingHandlers, type VenueBookingProps } from './index.ts';

export function Page({ variant }: Pick<VenueBookingProps, 'variant'>) {
  const element = useRef<VenueBookingElement>(null);
  return (
    <VenueBooking
      ref={element}
      tenant="spa"
      api="https://book.example.com"
      variant={variant}
      accent="#0b6660"
      radius={4}
      name="Spa"
      locale="en"
      redirect="/thanks"
      reserve="40rem"
      id="booking"
      className="wide"
      style={{ marginBlock: '2rem' }}
      data-page="home"
      onReady={({ live, facilities }) =>
        console.log(live satisfies boolean, facilities[0]?.price_eur.toFixed(2))
      }
      onStep={({ step, slot }) =>
        console.log(step satisfies 'what' | 'when' | 'details' | 'done', slot?.starts_at)
      }
      facility={7}
      prefill={{ name: 'Anna' }}
      onBooked={({ booking, payment }) => console.log(booking.facility, payment?.checkout_url)}
      onPaid={({ number, amount_eur }) => console.log(number, amount_eur.toFixed(2))}
      onRedirect={({ checkout_url }, event) => {
        event.preventDefault();
        console.log(checkout_url, event.detail.checkout_url, element.current?.tenant);
      }}
      onError={({ kind, status }) =>
        console.log(kind satisfies 'offline' | 'rate_limited' | 'refused' | 'failed', status)
      }
    >
      <p>Book by phone</p>
    </VenueBooking>
  );
}

export const undefinedIsNotThere = (
  <VenueBooking tenant="spa" radius="4" name={undefined} onReady={undefined} />
);

export const refused = [
  // @ts-expect-error the venue is missing
  <VenueBooking key="0" />,
  // @ts-expect-error no such variant
  <VenueBooking key="1" tenant="spa" variant="week" />,
  // @ts-expect-error no such language
  <VenueBooking key="2" tenant="spa" locale="it" />,
  // @ts-expect-error no such prop
  <VenueBooking key="3" tenant="spa" colour="red" />,
  // @ts-expect-error a length needs its unit
  <VenueBooking key="4" tenant="spa" reserve={40} />,
  // @ts-expect-error no such event
  <VenueBooking key="5" tenant="spa" onLeft={() => {}} />,
];
// @ts-expect-error the detail of another event
export const mixedUp: VenueBookingHandlers['onBooked'] = (detail: { checkout_url: string }) =>
  console.log(detail);
