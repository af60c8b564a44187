/** A key that signs links to bookings. */
export type SigningKey = { id: string; secret: Uint8Array };

/**
 * What a link is for: to view and cancel a booking, to pay it, to leave the waiting list (`waiting`), or to
 * confirm an entry of that list and answer an offer (`offer`). A link works for its own purpose only.
 */
export type Purpose = 'ticket' | 'pay' | 'waiting' | 'offer';

/**
 * The parts of a booking in its links. The random nonce is stored with the booking. After a restore, ids of
 * lost bookings are assigned again, and the old links must not open the new bookings. It is null for bookings
 * made before nonces existed.
 */
export type LinkedBooking = { venueId: number; id: number | bigint; nonce: Uint8Array | null };

export const NONCE_BYTES = 6;

/** Creates the URL of a link to a booking. */
export type LinkUrl = (booking: LinkedBooking) => Promise<string>;
