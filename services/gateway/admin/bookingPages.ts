import type { BookingsQuery } from '@venue-booking/proto/adminBooking';

/** `Link` header of a page of bookings (RFC 8288): the address of the next one, relative to the API. */
export function nextPage(slug: string, query: Partial<BookingsQuery>, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor }))
    if (value !== undefined) parameters.set(name, String(value));
  return `</api/admin/venues/${slug}/bookings?${parameters}>; rel="next"`;
}
