import { VenueBooking, type VenueBookingProps } from '@venue-booking/react';
import { StrictMode, useRef, useState } from 'react';

type Settings = Pick<VenueBookingProps, 'variant' | 'radius' | 'accent' | 'name' | 'className'>;

const first: Settings = { variant: 'strip', radius: 4, className: 'wide' };
const changed: Settings = { variant: 'calendar', accent: '#a21caf', name: 'Badhuis' };

/** A page that gets the venue and API from its URL. */
export function Site({ search }: { search: string }) {
  const query = new URLSearchParams(search);
  const [settings, setSettings] = useState(first);
  const [stays, setStays] = useState(false);
  const [isThere, setThere] = useState(true);
  const [told, setTold] = useState<string[]>([]);
  const element = useRef<HTMLElement>(null);
  // Each handler captures the number of entries at its render, which shows which handler was called.
  const tell = (text: string) => setTold((before) => [...before, text]);
  const count = told.length;
  return (
    <StrictMode>
      <h1>Warm up by the water</h1>
      {isThere && (
        <VenueBooking
          ref={element}
          tenant={query.get('tenant') ?? ''}
          api={query.get('api') ?? undefined}
          locale="en"
          id="booking"
          style={{ marginBlock: '1rem' }}
          data-page="home"
          {...settings}
          onReady={({ facilities }) =>
            tell(`${count} ready: ${facilities.map(({ name }) => name).join(', ')}`)
          }
          onStep={({ step }) => tell(`${count} step: ${step}`)}
          onBooked={({ booking }) => tell(`${count} booked: ${booking.facility}`)}
          onRedirect={({ checkout_url }, event) => {
            if (stays) event.preventDefault();
            tell(`${count} redirect: ${new URL(checkout_url).pathname.split('/')[1]}`);
          }}
          onError={({ kind, status }) => tell(`${count} error: ${kind} ${status}`)}
        >
          <p>Book by phone: 020 123 45 67</p>
        </VenueBooking>
      )}
      <p>Towels are ready for you.</p>
      <ol id="told">
        {told.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      <button type="button" onClick={() => setSettings(changed)}>
        Change
      </button>
      <button type="button" onClick={() => setSettings(first)}>
        Undo
      </button>
      <button type="button" onClick={() => setStays(true)}>
        Stay
      </button>
      <button type="button" onClick={() => setThere(!isThere)}>
        Toggle
      </button>
      <button type="button" onClick={() => tell(`ref: ${element.current?.localName}`)}>
        Ref
      </button>
    </StrictMode>
  );
}
