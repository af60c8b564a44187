import type { MailContent } from '../texts/mailContent.ts';
import { onOneLine } from '../texts/plainText.ts';

/** A reservation for mail programs (schema.org), which show it with the mail and in the calendar. */
export type Reservation = Record<string, unknown>;

/**
 * The booking as an `EventReservation`; null in a mail without an appointment.
 * @param inert makes links in names inert: mail programs show names outside the mail
 */
export function reservationOf(content: MailContent, inert: (text: string) => string): Reservation | null {
  const { booking, contact, appointment, ticketUrl } = content;
  if (!appointment) return null;
  const named = (name: string) => inert(onOneLine(name));
  const isCancelled = booking.status === 'cancelled';
  return {
    '@context': 'http://schema.org',
    '@type': 'EventReservation',
    reservationNumber: booking.reference,
    reservationStatus: `http://schema.org/${isCancelled ? 'ReservationCancelled' : 'ReservationConfirmed'}`,
    underName: { '@type': 'Person', name: named(booking.customer_name) },
    reservationFor: {
      '@type': 'Event',
      name: named(booking.facility),
      startDate: appointment.startsAt,
      endDate: appointment.endsAt,
      location: {
        '@type': 'Place',
        name: named(contact.name),
        ...(contact.address && { address: named(contact.address) }),
      },
    },
    ...(!content.hidesTicket && { url: ticketUrl, ...(!isCancelled && { modifyReservationUrl: ticketUrl }) }),
  };
}

/** A script element with the data. No text in it can end the element or begin a comment. */
export const reservationScript = (reservation: Reservation): string =>
  `<script type="application/ld+json">${JSON.stringify(reservation).replace(/[<>&\u2028\u2029]/g, escaped)}</script>`;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
