import { VenueBooking } from '@venue-booking/react';
import { type Query, settingsOf } from '../../settings';

export default async function Page({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const { tenant, api } = settingsOf(query);
  return (
    <main>
      <h1>Warm up by the water</h1>
      <p>
        <a href="#group" data-venue-booking-open data-people="3">
          Book for a group
        </a>
      </p>
      <VenueBooking id="group" tenant={tenant} api={api} locale="en" mode="dialog" />
      <VenueBooking
        tenant={tenant}
        api={api}
        locale="en"
        mode="button"
        label="Book the sauna"
        facility={String(query.facility)}
        date={String(query.date)}
        people={2}
        reference="menu"
      />
    </main>
  );
}
