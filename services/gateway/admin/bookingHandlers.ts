import { withDeadline } from '@venue-booking/kit/messaging/callContext';
import type { AdminBookingDetail, BookingsQuery } from '@venue-booking/proto/adminBooking';
import type { Backends } from '../backends.ts';
import type { Caller } from '../callers.ts';
import type { AdminContext, AdminHandlers } from './procedures.ts';
import { tokenIn } from './ticketText.ts';
import { type AdminDeps, venueIdOf } from './writes.ts';

type Action = 'checkIn' | 'noShow' | 'resend' | 'undoCheckIn' | 'undoNoShow';

/** Pages of one search that hold none: 200,000 bookings. Each waits for its turn among the venue's reads. */
const MOST_ASKED = 10;

/** Bookings and the guests who made them. */
export function bookingHandlers({
  backends: { catalog, booking, payment },
  venueChanged,
}: AdminDeps): Pick<AdminHandlers, 'booking' | 'guest'> {
  /** With its payments; without its ticket for the desk, as a ticket cancels, which the desk may not. */
  const shownTo = async (
    { role }: Caller,
    venueId: number,
    booking: AdminBookingDetail,
  ): Promise<AdminBookingDetail> => {
    const [{ ticket_url, ...shown } = booking] = await withPayments(payment, venueId, [booking]);
    return role === 'desk' ? shown : { ...shown, ...(ticket_url && { ticket_url }) };
  };

  /**
   * Finds the venue, acts, forgets what was cached of the venue's places, and shows the booking as it is
   * then.
   */
  const change = async (
    { caller, slug }: { caller: Caller; slug: string },
    act: (venueId: number) => Promise<AdminBookingDetail>,
  ): Promise<AdminBookingDetail> => {
    const venueId = await venueIdOf(catalog, slug);
    const changed = await act(venueId).finally(() => venueChanged(venueId));
    return shownTo(caller, venueId, changed);
  };

  const action =
    (name: Action) =>
    ({ slug, id }: { slug: string; id: number }, { caller }: AdminContext) =>
      change({ caller, slug }, (venueId) => booking.desk[name].mutate({ venueId, id, actor: caller.name }));

  return {
    booking: {
      async listBookings({ slug, ...query }, { setHeader }) {
        const venueId = await venueIdOf(catalog, slug);
        const pageFrom = (cursor?: string) =>
          booking.desk.list.query({ venueId, ...query, ...(cursor !== undefined && { cursor }) });
        let { bookings, next } = await pageFrom();
        for (let asked = 1; bookings.length === 0 && next && asked < MOST_ASKED; asked++)
          ({ bookings, next } = await pageFrom(next));
        if (next) setHeader('Link', nextPage(slug, query, next));
        return bookings;
      },
      async showBooking({ slug, id }, { caller }) {
        const venueId = await venueIdOf(catalog, slug);
        return shownTo(caller, venueId, await booking.desk.show.query({ venueId, id }));
      },
      createManualBooking: ({ slug, ...wish }, { caller, idempotencyKey }) =>
        change({ caller, slug }, (venueId) =>
          booking.desk.create.mutate({
            venueId,
            booking: wish,
            actor: caller.name,
            ...(idempotencyKey !== undefined && { idempotencyKey }),
          }),
        ),
      async quoteBooking({ slug, ...wish }) {
        return booking.desk.quote.query({ venueId: await venueIdOf(catalog, slug), wish });
      },
      async quoteChange({ slug, id, ...wish }) {
        return booking.desk.quoteChange.query({ venueId: await venueIdOf(catalog, slug), id, wish });
      },
      patchBooking: ({ slug, id, ...patch }, { caller }) =>
        change({ caller, slug }, (venueId) =>
          booking.desk.change.mutate({
            venueId,
            id,
            patch,
            actor: caller.name,
            keepsAddress: caller.role === 'desk',
          }),
        ),
      cancelBooking: ({ slug, refund, ...of }, { caller }) =>
        change({ caller, slug }, (venueId) => {
          const wish = { venueId, ...of, actor: caller.name };
          if (caller.role === 'desk') return booking.desk.cancelUnpaid.mutate(wish);
          return booking.desk.cancel.mutate({ ...wish, refund });
        }),
      noteBooking: ({ slug, ...note }, { caller }) =>
        change({ caller, slug }, (venueId) =>
          booking.desk.note.mutate({ venueId, ...note, actor: caller.name }),
        ),
      checkIn: action('checkIn'),
      checkInTicket: ({ slug, ticket }, { caller }) =>
        change({ caller, slug }, (venueId) =>
          booking.desk.checkInTicket.mutate({ venueId, token: tokenIn(ticket), actor: caller.name }),
        ),
      undoCheckIn: action('undoCheckIn'),
      noShow: action('noShow'),
      undoNoShow: action('undoNoShow'),
      resendMail: action('resend'),
    },

    guest: {
      async exportGuest({ slug, email }) {
        const venueId = await venueIdOf(catalog, slug);
        const bookings: AdminBookingDetail[] = [];
        let cursor: string | null = null;
        do {
          const page: { bookings: { id: number }[]; next: string | null } = await booking.desk.list.query({
            venueId,
            email,
            limit: 100,
            ...(cursor && { cursor }),
          });
          const ids = page.bookings.map(({ id }) => id);
          bookings.push(
            ...(await withPayments(payment, venueId, await booking.desk.showMany.query({ venueId, ids }))),
          );
          cursor = page.next;
        } while (cursor);
        return { email, bookings };
      },
      async cancelGuest({ slug, email }, { caller }) {
        const venueId = await venueIdOf(catalog, slug);
        return booking.desk.cancelGuest
          .mutate({ venueId, email, actor: caller.name })
          .finally(() => venueChanged(venueId));
      },
      async eraseGuest({ slug, email }, { caller }) {
        const venueId = await venueIdOf(catalog, slug);
        const erased = await booking.desk.eraseGuest.mutate({ venueId, email, actor: caller.name });
        return { erased_bookings: erased.bookings, upcoming_bookings: erased.upcoming };
      },
    },
  };
}

/** `Link` header of a page of bookings (RFC 8288): the address of the next one, relative to the API. */
function nextPage(slug: string, query: Partial<BookingsQuery>, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor }))
    if (value !== undefined) parameters.set(name, String(value));
  return `</api/admin/venues/${slug}/bookings?${parameters}>; rel="next"`;
}

/** Whoever stands at the desk does not wait longer than this to hear of payments. */
const PAYMENTS_BUDGET_MS = 1500;

/**
 * Bookings with their payments. While payments can't be looked up they are left out: what was asked is done
 * or known without them. What was never to be paid online has none, which takes no asking.
 */
async function withPayments(
  payment: Backends['payment'],
  venueId: number,
  bookings: readonly AdminBookingDetail[],
): Promise<AdminBookingDetail[]> {
  const bookingIds = bookings.filter(({ payment_status }) => payment_status !== null).map(({ id }) => id);
  if (bookingIds.length === 0) return bookings.map((booking) => ({ ...booking, payments: [] }));
  try {
    const payments = await withDeadline(PAYMENTS_BUDGET_MS, () =>
      payment.list.query({ venueId, bookingIds }),
    );
    return bookings.map((booking) => ({ ...booking, payments: payments[booking.id] ?? [] }));
  } catch {
    return bookings.map(({ payments, ...booking }) => booking);
  }
}
