import type { Backends } from '../backends/backends.ts';

/** What a deletion of a venue would lose: numbers of bookings, of payments, and of what it owes to guests. */
export async function findObstacles(
  { booking, payment }: Pick<Backends, 'booking' | 'payment'>,
  venueId: number,
): Promise<{ bookings: number; payments: number; owed: number }> {
  const [ofBookings, ofPayments] = await Promise.all([
    booking.desk.obstacles.query({ venueId }),
    payment.obstacles.query({ venueId }),
  ]);
  return { ...ofBookings, ...ofPayments, owed: ofBookings.owed + ofPayments.owed };
}
