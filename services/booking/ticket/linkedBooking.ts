/** A key that signs links to bookings. */
export type SigningKey = { id: string; secret: Uint8Array };

/** What a link is for: to view and cancel a booking, or to pay it. A link opens nothing but its own. */
export type Purpose = 'ticket' | 'pay';

/**
 * A booking as its links name it. The nonce is random and kept with the booking: numbers are given again
 * after a restore, and a link of the lost hours must not open what got its number. Null for a booking that
 * was made before there were nonces.
 */
export type LinkedBooking = { venueId: number; id: number | bigint; nonce: Uint8Array | null };
