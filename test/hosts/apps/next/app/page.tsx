import { VenueBooking } from '@venue-booking/react';
import Link from 'next/link';
import { type Query, settingsOf } from '../settings';

export default async function Page({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, ...venue } = settingsOf(await searchParams);
  return (
    <main>
      <h1>Warm up by the water</h1>
      <p>A sauna, a steam bath and a quiet room, two minutes from the station.</p>
      <VenueBooking
        {...venue}
        variant="calendar"
        accent="#0b6660"
        radius={12}
        name="Badhuis Noord"
        locale="en"
        className="booking"
      >
        <p>Book by phone: 020 123 45 67</p>
      </VenueBooking>
      <h2>Before you come</h2>
      <p>
        Towels are ready for you. Children are welcome until noon.{' '}
        <Link href={`/three?${query}`}>All our houses</Link>
      </p>
    </main>
  );
}
