import { addDays, localAt } from '@venue-booking/domain/schedule/venueTime';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type {
  MailPreview,
  MailTextDraft,
  MailTextKind,
  OfMailText,
} from '@venue-booking/proto/mail/mailText';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import type { FindContact } from '../../core/deps.ts';
import { type VisitInfo, visitInfoIn } from '../../core/visitInfo.ts';
import type { BookingDatabase } from '../../database.ts';
import type { GuestMessage, MailContent, OwnText } from '../texts/mailContent.ts';
import type { MailKind } from '../texts/mailKind.ts';
import { builtInText } from '../texts/mailText.ts';
import { compose } from './compose.ts';

export type PreviewDeps = { database: BookingDatabase; contact: FindContact; publicUrl: string };

type Said = {
  kind: MailKind;
  status: BookingStatus;
  paid?: true;
  keptEur?: number;
  backEur?: number;
  restUnpaid?: 'keep' | 'cancel';
};
/** The mail and the state of a booking that use each text. */
const SAID_BY: Record<MailTextKind, Said> = {
  confirmed: { kind: 'confirmed', status: 'confirmed' },
  changed: { kind: 'changed', status: 'confirmed' },
  cancelled: { kind: 'cancelled', status: 'cancelled' },
  cancelled_kept: { kind: 'cancelled', status: 'cancelled', keptEur: 50 },
  cancelled_partly: { kind: 'cancelled', status: 'cancelled', keptEur: 25, backEur: 25 },
  cancelled_paid: { kind: 'cancelled', status: 'cancelled', paid: true },
  payment_due: { kind: 'payment_due', status: 'pending_payment' },
  payment_link: { kind: 'payment_link', status: 'confirmed' },
  payment_received: { kind: 'payment_received', status: 'confirmed' },
  rest_due: { kind: 'payment_link', status: 'confirmed', restUnpaid: 'keep' },
  rest_due_cancel: { kind: 'payment_link', status: 'confirmed', restUnpaid: 'cancel' },
  refunded: { kind: 'refunded', status: 'cancelled' },
  refunded_late: { kind: 'refunded', status: 'expired' },
  refunded_stands: { kind: 'refunded', status: 'confirmed' },
  refund_failed: { kind: 'refund_failed', status: 'cancelled' },
  reminder: { kind: 'reminder', status: 'confirmed' },
  follow_up: { kind: 'follow_up', status: 'checked_in' },
  choose_time: { kind: 'choose_time', status: 'confirmed' },
};

/** The mail that a guest would get for an example booking, with a text that may not be saved yet. */
export async function previewMail(
  { database, contact, publicUrl }: PreviewDeps,
  of: OfMailText,
  draft: MailTextDraft,
): Promise<MailPreview> {
  const [venue, saved, facility, copy] = await Promise.all([
    contact(of),
    database.mailText.findUnique({ where: { venueId_kind_language: of } }),
    database.facility.findFirst({ where: { venueId: of.venueId }, orderBy: { id: 'asc' } }),
    database.venue.findUnique({ where: { id: of.venueId } }),
  ]);
  const own: OwnText = {
    kind: of.kind,
    language: of.language,
    subject: draft.subject === undefined ? (saved?.subject ?? null) : draft.subject,
    body: draft.body ?? saved?.body ?? builtInText(of.kind, of.language).body,
  };
  const { subject, text, html } = compose({
    ...exampleOf(venue, {
      ...{ said: SAID_BY[own.kind], locale: own.language, ownTexts: [own] },
      ...{ facility: facility?.name ?? venue.name, publicUrl },
    }),
    ...(of.kind === 'reminder' && {
      visitInfo: visitInfoIn(
        of.language,
        copy?.visitInfo as VisitInfo,
        (facility?.visitInfo ?? null) as VisitInfo,
      ),
    }),
    reviewUrl: copy?.reviewUrl ?? null,
  });
  return { subject, text, html };
}

/** The mail of a message to guests, for an example booking and in the venue's language. */
export async function previewMessage(
  { database, contact, publicUrl }: PreviewDeps,
  { venueId }: { venueId: number },
  message: GuestMessage,
): Promise<MailPreview> {
  const [venue, facility] = await Promise.all([
    contact({ venueId }),
    database.facility.findFirst({ where: { venueId }, orderBy: { id: 'asc' } }),
  ]);
  const example = exampleOf(venue, {
    ...{ said: { kind: 'message', status: 'confirmed' }, locale: venue.locale, ownTexts: [] },
    ...{ facility: facility?.name ?? venue.name, publicUrl },
  });
  const { subject, text, html } = compose({ ...example, message });
  return { subject, text, html };
}

/** An example booking next week. Its links lead nowhere. */
function exampleOf(
  venue: VenueContact,
  {
    facility,
    publicUrl,
    ...shown
  }: Pick<MailContent, 'locale' | 'ownTexts'> & {
    said: Said;
    facility: string;
    publicUrl: string;
  },
): MailContent {
  const now = Date.now();
  const { kind, status, paid = false, keptEur = 0, backEur = 0, restUnpaid } = shown.said;
  const today = localAt(venue.timezone, now);
  const day = addDays(today.slice(0, 10), 7);
  return {
    of: { venueId: 1, bookingId: 1234, mailId: 'preview', createdAt: new Date(now) },
    kind,
    booking: {
      id: 1234,
      reference: 'K7QF-3MXT',
      facility,
      starts_at: `${day}T10:00`,
      ends_at: `${day}T11:30`,
      people: 2,
      amount_eur: 50,
      status,
      customer_name: 'Sam de Vries',
      customer_email: 'sam@example.com',
    },
    locale: shown.locale,
    contact: venue,
    ownTexts: shown.ownTexts,
    from: 'preview@example.com',
    ticketUrl: `${publicUrl}/tickets/example`,
    checkoutUrl: kind === 'payment_due' || kind === 'payment_link' ? `${publicUrl}/pay/example` : null,
    holdUntil: kind === 'payment_due' ? localAt(venue.timezone, now + 15 * 60_000) : null,
    ...(kind === 'choose_time' && { chooseUntil: `${addDays(day, -2)}T23:59` }),
    ...(kind === 'payment_due' && { cancelUntilOncePaid: `${addDays(day, -1)}T10:00` }),
    refundedEur: ['refunded', 'refund_failed', 'payment_received'].includes(kind) ? 50 : null,
    peopleBefore: null,
    amountBeforeEur: null,
    openEur: kind === 'payment_link' ? 50 : 0,
    paid,
    paidEur: 50,
    keptEur,
    backEur,
    ...(restUnpaid && { restUnpaid, restUntil: `${addDays(day, -2)}T10:00` }),
    calendar: null,
  };
}
