import { Booking, Payment, type Ticket } from '@venue-booking/proto/booking/booking';
import { PaymentStatus } from '@venue-booking/proto/payment/paymentStatus';
import { LocalDateTime, toCents, toEuro } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { z } from 'zod';
import { refundOf, type TicketMoney } from './ticketMoney.ts';

/** A ticket as JSON: the booking, its venue, online payments, and what the guest may do. */
export const TicketAnswer = Booking.extend({
  venue: z.object({
    slug: z.string(),
    name: z.string(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    contact_email: z.string().nullable(),
    terms_url: z.string().nullable(),
  }),
  timezone: z.string().describe('Time zone of its times, an IANA name'),
  cancellable: z.boolean().describe('Whether the guest may cancel now'),
  cancel_until: LocalDateTime.nullable().describe(
    'Until when the guest may cancel; null when it can no longer be cancelled',
  ),
  changeable: z
    .boolean()
    .optional()
    .describe('Whether the guest may change it now; absent if guests may not change it'),
  change_until: LocalDateTime.optional().describe('Until when the guest may change it, once it is paid'),
  payment_status: PaymentStatus.optional().describe('Absent without online payment'),
  paid_eur: z
    .number()
    .optional()
    .describe('Amount paid online; absent if nothing was paid, or while it is unknown'),
  refunded_eur: z.number().optional().describe('Amount refunded; present with `paid_eur`'),
  open_eur: z
    .number()
    .optional()
    .describe(
      'Amount left to pay of a booking that was partly paid: the rest of a deposit, or of a higher price',
    ),
  desk_eur: z
    .number()
    .optional()
    .describe('Amount paid at the venue, or online before it moved to this platform, less what it returned'),
  pay_open_url: z.url().optional().describe('Where to pay `open_eur` online; absent if that is not possible'),
  refund_on_cancel_eur: z
    .number()
    .optional()
    .describe('Refund on cancellation, while it can be cancelled; absent with `refund_tiers`'),
  refund_tiers: z
    .array(
      z.object({
        until: LocalDateTime,
        percent: z.int(),
        kept_eur: z.number().describe('Amount that the venue keeps'),
        refund_eur: z.number().optional().describe('Refund; absent without `paid_eur`'),
      }),
    )
    .optional()
    .describe('Refunds on cancellation with their deadlines, the current one first; absent for a full refund')
    .meta({ example: [{ until: '2026-12-04T10:00', percent: 50, kept_eur: 12.5, refund_eur: 12.5 }] }),
  kept_eur: z
    .number()
    .optional()
    .describe(
      'Amount that the venue keeps of a cancelled booking: paid online and not refunded; absent: nothing',
    ),
  checkout_url: z.url().optional().describe('Where to pay, while payment is due'),
  pay_until: LocalDateTime.nullable().optional().describe('Payment deadline; present with `checkout_url`'),
  ...Payment.pick({ deposit_eur: true, rest_eur: true, rest_until: true }).shape,
});

const restUntilOf = ({ restUntil }: Pick<Ticket, 'restUntil'>) =>
  restUntil ? { rest_until: restUntil } : {};

/** The deposit of an unpaid booking and its rest. */
function depositOf({ booking: { amount_eur }, onlineCents }: Pick<Ticket, 'booking' | 'onlineCents'>) {
  const restCents = toCents(amount_eur) - (onlineCents ?? toCents(amount_eur));
  return restCents > 0 ? { deposit_eur: toEuro(onlineCents ?? 0), rest_eur: toEuro(restCents) } : {};
}

/** Converts a ticket to {@link TicketAnswer}. */
export const ticketJson = (
  { refundTiers: tiers, ...ticket }: Ticket,
  contact: VenueContact,
  money: TicketMoney | null,
): z.infer<typeof TicketAnswer> => ({
  ...ticket.booking,
  venue: {
    slug: contact.slug,
    name: contact.name,
    address: contact.address,
    phone: contact.phone,
    contact_email: contact.contactEmail,
    terms_url: contact.termsUrl,
  },
  timezone: ticket.timezone,
  cancellable: ticket.cancellable,
  cancel_until: ticket.cancelUntil,
  ...(ticket.change && {
    changeable: ticket.booking.status === 'confirmed' && !ticket.change.isOver,
    change_until: ticket.change.until,
  }),
  ...(ticket.paymentStatus !== null && { payment_status: ticket.paymentStatus }),
  ...(money && { paid_eur: money.paidEur, refunded_eur: money.refundedEur }),
  ...((ticket.openCents > 0 || ticket.payOpen) && {
    open_eur: toEuro(ticket.payOpen?.cents ?? ticket.openCents),
    ...restUntilOf(ticket),
  }),
  ...(ticket.payOpen && { pay_open_url: ticket.payOpen.url }),
  ...(ticket.deskCents && { desk_eur: toEuro(ticket.deskCents) }),
  // Left out with tiers: a client that ignores `refund_tiers` would show a wrong amount.
  ...(money && ticket.cancellable && tiers.length === 0 && { refund_on_cancel_eur: refundOf(money, ticket) }),
  ...(tiers.length > 0 && {
    refund_tiers: tiers.map(({ until, percent, keptCents }) => ({
      until,
      percent,
      kept_eur: toEuro(keptCents),
      ...(money && { refund_eur: refundOf(money, ticket, keptCents) }),
    })),
  }),
  ...(ticket.keptCents > 0 && { kept_eur: toEuro(ticket.keptCents) }),
  ...(ticket.checkoutUrl !== null && {
    checkout_url: ticket.checkoutUrl,
    pay_until: ticket.payUntil,
    ...depositOf(ticket),
    ...restUntilOf(ticket),
  }),
});
