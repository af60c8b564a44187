import { withDeadline } from '@venue-booking/kit/messaging/callContext';
import type { AdminBookingDetail } from '@venue-booking/proto/adminBooking';
import type { Backends } from '../backends.ts';
import type { Caller } from '../callers.ts';
import type { AdminContext, AdminHandlers } from './procedures.ts';
import { tokenIn } from './ticketText.ts';
import { type AdminDeps, type AtVenue, handlersAtVenue, venueIdOf } from './writes.ts';

/** Pages of one search that hold none: 200,000 bookings. Each waits for its turn among the venue's reads. */
const MOST_ASKED = 10;

/** Bookings and the guests who made them. */
export function bookingHandlers({
  backends: { catalog, booking, payment },
  venueChanged,
}: AdminDeps): AdminHandlers<'booking' | 'guest'> {
  const atVenue = handlersAtVenue(catalog);

  /** With its payments; without its ticket for the desk, as a ticket cancels, which the desk may not. */
  const shownTo = async (
    { role }: Caller,
    venueId: number,
    booking: AdminBookingDetail,
  ): Promise<AdminBookingDetail> => {
    const [{ ticket_url, ...shown } = booking] = await withPayments(payment, venueId, [booking]);
    return role === 'desk' ? shown : { ...shown, ...(ticket_url && { ticket_url }) };
  };

  /** Acts, forgets what was cached of the venue's places, and shows the booking as it is then. */
  const change = <Input extends { slug: string }>(
    act: (input: AtVenue<Input>, ctx: AdminContext) => Promise<AdminBookingDetail>,
  ) =>
    atVenue<Input, AdminBookingDetail>(async (input, ctx) => {
      const changed = await act(input, ctx).finally(() => venueChanged(input.venueId));
      return shownTo(ctx.caller, input.venueId, changed);
    });

  const action = (name: 'checkIn' | 'noShow' | 'resend' | 'undoCheckIn' | 'undoNoShow') =>
    change<{ slug: string; id: number }>(({ venueId, id }, { caller }) =>
      booking.desk[name].mutate({ venueId, id, actor: caller.name }),
    );

  return {
    async listBookings({ slug, ...query }, { setHeader }) {
      const venueId = await venueIdOf(catalog, slug);
      const pageFrom = (cursor?: string) =>
        booking.desk.list.query({ venueId, ...query, ...(cursor !== undefined && { cursor }) });
      let { bookings, next } = await pageFrom();
      for (let asked = 1; bookings.length === 0 && next && asked < MOST_ASKED; asked++)
        ({ bookings, next } = await pageFrom(next));
      if (next) setHeader('Link', nextPage(`${slug}/bookings`, query, next));
      return bookings;
    },
    showBooking: atVenue(async (of, { caller }) =>
      shownTo(caller, of.venueId, await booking.desk.show.query(of)),
    ),
    createManualBooking: change(({ venueId, ...wish }, { caller, idempotencyKey }) =>
      booking.desk.create.mutate({
        venueId,
        booking: wish,
        actor: caller.name,
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      }),
    ),
    quoteBooking: atVenue(({ venueId, ...wish }) => booking.desk.quote.query({ venueId, wish })),
    quoteChange: atVenue(({ venueId, id, ...wish }) => booking.desk.quoteChange.query({ venueId, id, wish })),
    patchBooking: change(({ venueId, id, ...patch }, { caller }) =>
      booking.desk.change.mutate({
        venueId,
        id,
        patch,
        actor: caller.name,
        keepsAddress: caller.role === 'desk',
      }),
    ),
    cancelBooking: change(({ refund, ...of }, { caller }) => {
      const wish = { ...of, actor: caller.name };
      if (caller.role === 'desk') return booking.desk.cancelUnpaid.mutate(wish);
      return booking.desk.cancel.mutate({ ...wish, refund });
    }),
    noteBooking: change((note, { caller }) => booking.desk.note.mutate({ ...note, actor: caller.name })),
    checkIn: action('checkIn'),
    checkInTicket: change(({ venueId, ticket }, { caller }) =>
      booking.desk.checkInTicket.mutate({ venueId, token: tokenIn(ticket), actor: caller.name }),
    ),
    undoCheckIn: action('undoCheckIn'),
    noShow: action('noShow'),
    undoNoShow: action('undoNoShow'),
    resendMail: action('resend'),

    exportGuest: atVenue(async ({ venueId, email }) => {
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
    }),
    cancelGuest: atVenue((of, { caller }) =>
      booking.desk.cancelGuest.mutate({ ...of, actor: caller.name }).finally(() => venueChanged(of.venueId)),
    ),
    eraseGuest: atVenue(async (of, { caller }) => {
      const erased = await booking.desk.eraseGuest.mutate({ ...of, actor: caller.name });
      return { erased_bookings: erased.bookings, upcoming_bookings: erased.upcoming };
    }),
  };
}

/** `Link` header of a page (RFC 8288): the address of the next one, relative to the API. */
export function nextPage(path: string, query: object, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor }))
    if (value !== undefined) parameters.set(name, String(value));
  return `</api/admin/venues/${path}?${parameters}>; rel="next"`;
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
