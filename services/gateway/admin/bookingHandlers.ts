import { withDeadline } from '@venue-booking/kit/concurrency/callContext';
import type { AdminBookingDetail } from '@venue-booking/proto/booking/adminBooking';
import type { Caller } from '../auth/callers.ts';
import type { Backends } from '../backends/backends.ts';
import { dayStartOf } from '../backends/dayStartOf.ts';
import { venueIdOf } from '../backends/venueIdOf.ts';
import { type AdminDeps, type AtVenue, handlersAtVenue } from './adminDeps.ts';
import type { AdminContext, AdminHandlers } from './procedures.ts';
import { tokenIn } from './ticketText.ts';

/**
 * Maximum number of pages (200,000 bookings) that a search reads until one has results. The booking service
 * queues each page among the venue's expensive reads.
 */
const MAX_PAGES = 10;

/** Handlers of bookings and guests. */
export function bookingHandlers({
  backends: { catalog, booking, payment },
  venueChanged,
}: AdminDeps): AdminHandlers<'booking' | 'guest'> {
  const atVenue = handlersAtVenue(catalog);

  /**
   * Adds payments. Removes the ticket for the desk role and for operators of the role support: a ticket can
   * cancel the booking, which they may not.
   */
  const shownTo = async (
    { role, session }: Caller,
    venueId: number,
    booking: AdminBookingDetail,
  ): Promise<AdminBookingDetail> => {
    const [{ ticket_url, ...shown } = booking] = await withPayments(payment, venueId, [booking]);
    const isSupport = role === 'operator' && session?.operator?.role === 'support';
    return role === 'desk' || isSupport ? shown : { ...shown, ...(ticket_url && { ticket_url }) };
  };

  /** Runs a change, drops the cached responses of the venue, and returns the booking. */
  const change = <Input extends { slug: string }>(
    act: (input: AtVenue<Input>, ctx: AdminContext) => Promise<AdminBookingDetail>,
  ) =>
    atVenue<Input, AdminBookingDetail>(async (input, ctx) => {
      const changed = await act(input, ctx).finally(() => venueChanged(input.venueId));
      return shownTo(ctx.caller, input.venueId, changed);
    });

  const action = (name: 'noShow' | 'resend' | 'undoCheckIn' | 'undoNoShow') =>
    change<{ slug: string; id: number }>(({ venueId, id }, { caller }) =>
      booking.desk[name].mutate({ venueId, id, actor: caller.name }),
    );

  return {
    async listBookings({ slug, ...query }, { setHeader }) {
      const venueId = await venueIdOf(catalog, slug);
      const dayStart = await dayStartOf(catalog, venueId);
      const pageFrom = (cursor?: string) =>
        booking.desk.list.query({ venueId, dayStart, ...query, ...(cursor !== undefined && { cursor }) });
      let { bookings, next } = await pageFrom();
      for (let pages = 1; bookings.length === 0 && next && pages < MAX_PAGES; pages++)
        ({ bookings, next } = await pageFrom(next));
      if (next) setHeader('Link', nextPage(`venues/${slug}/bookings`, query, next));
      return bookings;
    },
    showBooking: atVenue(async (of, { caller }) => {
      const dayStart = await dayStartOf(catalog, of.venueId);
      return shownTo(caller, of.venueId, await booking.desk.show.query({ ...of, dayStart }));
    }),
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
      const cancellation = { ...of, actor: caller.name };
      if (caller.role === 'desk') return booking.desk.cancelUnpaid.mutate(cancellation);
      return booking.desk.cancel.mutate({ ...cancellation, refund });
    }),
    noteBooking: change((note, { caller }) => booking.desk.note.mutate({ ...note, actor: caller.name })),
    checkIn: change((of, { caller }) => booking.desk.checkIn.mutate({ ...of, actor: caller.name })),
    checkInTicket: change(({ venueId, ticket, people }, { caller }) =>
      booking.desk.checkInTicket.mutate({ venueId, token: tokenIn(ticket), people, actor: caller.name }),
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
      const waiting = await booking.desk.waitingOf.query({ venueId, email });
      const all = { email, bookings, ...(waiting.length > 0 && { waiting }) };
      if (bookings.every(({ erased }) => erased)) return all;
      const { note, tags } = await booking.desk.guest.query({ venueId, of: { email } });
      return { ...all, ...(note && { note }), ...(tags.length > 0 && { tags }) };
    }),
    findGuests: atVenue((query) => booking.desk.guests.query(query)),
    showGuest: atVenue(({ venueId, id }) => booking.desk.guest.query({ venueId, of: { id } })),
    patchGuest: atVenue(({ venueId, id, ...patch }) =>
      booking.desk.patchGuest.mutate({ venueId, id, patch }),
    ),
    cancelGuest: atVenue((of, { caller }) =>
      booking.desk.cancelGuest.mutate({ ...of, actor: caller.name }).finally(() => venueChanged(of.venueId)),
    ),
    eraseGuest: atVenue(async (of, { caller }) => {
      const erased = await booking.desk.eraseGuest.mutate({ ...of, actor: caller.name });
      return { erased_bookings: erased.bookings, upcoming_bookings: erased.upcoming };
    }),
  };
}

/**
 * The `Link` header of a page (RFC 8288), with the URL of the next page.
 * @param path below `/api/admin`
 */
export function nextPage(path: string, query: object, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor }))
    if (value !== undefined) parameters.set(name, String(value));
  return `</api/admin/${path}?${parameters}>; rel="next"`;
}

/** Maximum wait for payments: the desk needs the booking sooner. */
const PAYMENTS_BUDGET_MS = 1500;

/**
 * Adds payments to bookings. Leaves them out while the payment service is unavailable, so that the call still
 * succeeds. Bookings that were never paid online come with an empty list.
 */
async function withPayments(
  payment: Backends['payment'],
  venueId: number,
  bookings: readonly AdminBookingDetail[],
): Promise<AdminBookingDetail[]> {
  const bookingIds = bookings.filter(({ payments }) => payments === undefined).map(({ id }) => id);
  if (bookingIds.length === 0) return [...bookings];
  try {
    const payments = await withDeadline(PAYMENTS_BUDGET_MS, () =>
      payment.list.query({ venueId, bookingIds }),
    );
    return bookings.map((booking) => ({
      ...booking,
      payments: booking.payments ?? payments[booking.id] ?? [],
    }));
  } catch {
    return [...bookings];
  }
}
