import { VenueBooking } from '@venue-booking/react';
import Link from 'next/link';
import { type Query, settingsOf } from '../../settings';

export default async function Page({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, ...venue } = settingsOf(await searchParams);
  return (
    <main>
      <h1>All our houses</h1>
      <p>
        <Link href={`/?${query}`}>Back to the first</Link>
      </p>
      {(['strip', 'calendar', 'timeline'] as const).map((variant) => (
        <VenueBooking key={variant} id={variant} {...venue} variant={variant} locale="en" />
      ))}
    </main>
  );
}
