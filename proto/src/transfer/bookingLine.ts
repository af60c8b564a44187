import { z } from 'zod';
import { BookingStatus } from '../booking/bookingStatus.ts';
import { FREE_TEXT_ACTIONS, HistoryChange } from '../booking/history.ts';
import { InvoiceDocument, InvoiceKind } from '../invoice/invoice.ts';
import { EntryMethod } from '../payment/deskPayment.ts';
import { RefundTiers } from '../payment/refundTiers.ts';
import { FacilityId, LocalDate, Locale, People } from '../primitives.ts';
import { hasSlot, Instant, isInterval, NO_SLOT, NOT_INTERVAL, stored } from './archive.ts';

const Cents = z.int().min(-1_000_000_000).max(1_000_000_000);
const Amount = Cents.min(0);
const Uuid = z.uuid();
/** A name, or a name by language. */
const Name = z.union([stored(500), z.record(z.string().max(10), stored(500))]);

const BookedItem = z.object({ key: z.string().max(100), name: Name, count: z.int().min(0).max(100_000) });

/** Zones that were checked: creating a format is slow. */
const zones = new Map<string, boolean>();

function isZone(name: string): boolean {
  const known = zones.get(name);
  if (known !== undefined) return known;
  if (zones.size > 1000) zones.clear();
  let valid = true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    valid = false;
  }
  zones.set(name, valid);
  return valid;
}

/** A payment outside our payment service: at the desk, elsewhere, its refund or its undo. */
const MoneyLine = z.strictObject({
  id: Uuid,
  method: EntryMethod,
  purpose: z.enum(['rest', 'refund', 'undo']),
  amount_cents: Cents.refine((cents) => cents !== 0, 'must not be 0'),
  undoes: Uuid.nullable(),
  note: stored(2000),
  actor: stored(500),
  till_day: LocalDate,
  created_at: Instant,
  paid_at: Instant.nullable(),
});

const InvoiceLine = z.strictObject({
  year: z.int().min(2000).max(9999),
  seq: z.int().min(1).max(10_000_000),
  number: z.string().min(1).max(40),
  kind: InvoiceKind,
  corrects: z.string().max(40).nullable(),
  issued_at: Instant,
  actor: stored(500),
  price_cents: Amount,
  total_cents: Amount.min(1),
  document: z.looseObject(InvoiceDocument.shape),
});

const HistoryLine = z.strictObject({
  at: Instant,
  actor: stored(500),
  action: z.string().max(60),
  note: stored(10_000),
  changes: z.array(HistoryChange).max(500).nullable(),
});

/** Statuses that are exported: payments under way are not. */
const status = BookingStatus.exclude(['pending_payment']);

const Fields = z.strictObject({
  id: z.int().min(1),
  reference: z.string().min(1).max(40),
  facility_id: FacilityId,
  facility_name: stored(500),
  timezone: z.string().max(100).refine(isZone, 'must be a time zone'),
  starts_at: Instant,
  ends_at: Instant,
  people: People,
  guests: z.array(BookedItem).max(100).nullable(),
  add_ons: z.array(z.looseObject(BookedItem.shape)).max(100).nullable(),
  amount_cents: Amount,
  price_lines: z
    .array(z.strictObject({ text: stored(500), count: z.number().min(0).max(100_000), amountCents: Cents }))
    .max(500)
    .nullable(),
  vat: z
    .array(
      z.strictObject({
        basisPoints: z.int().min(0).max(100_000),
        amountCents: Cents,
        vatCents: Cents,
      }),
    )
    .max(50)
    .nullable(),
  status,
  customer_name: stored(500),
  customer_email: stored(500),
  extra: z.record(z.string().max(100), z.union([stored(10_000), z.boolean(), z.number(), z.null()])),
  locale: Locale,
  client_reference: stored(500).nullable(),
  created_at: Instant,
  source: z.enum(['online', 'desk']),
  note: stored(20_000),
  erased_at: Instant.nullable(),
  refund_tiers: RefundTiers.nullable(),
  free_change_until: Instant.nullable(),
  agreed_at: Instant.nullable(),
  arrived: z.int().min(0).max(100_000).nullable(),
  rest_absent: z.boolean(),
  private_places: People.nullable(),
  series_id: Uuid.nullable(),
  series_place: z
    .strictObject({
      position: z.int().min(1).max(1000),
      count: z.int().min(1).max(1000),
      everyWeeks: z.int().min(1).max(1000),
    })
    .nullable(),
  /** What the venue has of online payments, less refunds: it arrives as paid elsewhere. */
  online_cents: Amount,
  /** Of a cancelled booking: what the venue kept of its money, online and at the desk; null: nothing. */
  kept_cents: Amount.nullable(),
  invoiced_cents: Cents.nullable(),
  money: z.array(MoneyLine).max(500),
  invoices: z.array(InvoiceLine).max(100),
  history: z.array(HistoryLine).max(2000),
  /** Hashes of the tokens of its ticket, which no one can turn into tokens. */
  tickets: z.array(z.string().regex(/^[\w-]{22}$/)).max(20),
});

/**
 * The first field with data that the erasure of the guest deletes; null: none. Invoices stay, as the law
 * requires.
 */
function personalField(line: z.infer<typeof Fields>): string | null {
  const { customer_name, customer_email, note, client_reference, extra, money, history } = line;
  const isFilled = {
    ...{ customer_name, customer_email, note, client_reference },
    extra: Object.keys(extra).length,
    money: money.some((entry) => entry.note),
    history: history.some((entry) => entry.note && FREE_TEXT_ACTIONS.includes(entry.action)),
  };
  return Object.entries(isFilled).find(([, filled]) => filled)?.[0] ?? null;
}

/** A booking with its places, its money, its invoices and its history. Ids are those of the exporter. */
export const BookingLine = Fields.refine(isInterval, NOT_INTERVAL)
  .refine(hasSlot, NO_SLOT)
  .refine((line) => line.money.reduce((sum, { amount_cents }) => sum + amount_cents, 0) >= 0, {
    message: 'must not add up to less than 0',
    path: ['money'],
  })
  .superRefine((line, context) => {
    const field = line.erased_at === null ? null : personalField(line);
    if (field)
      context.addIssue({ code: 'custom', message: 'must be empty of an erased guest', path: [field] });
  });
export type BookingLine = z.infer<typeof BookingLine>;
