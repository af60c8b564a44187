import { type ByRate, vatOf } from '@venue-booking/domain/price/vat';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { texts } from '@venue-booking/domain/wording/texts';
import type { CreditReason, InvoiceDocument } from '@venue-booking/proto/invoice/invoice';
import type { InvoiceDetails } from '@venue-booking/proto/invoice/invoiceDetails';
import type { Locale } from '@venue-booking/proto/primitives';
import type { BookingTx } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { correctionOf, invoicedOf } from './correction.ts';
import { invoiceLines, linesByRate } from './invoiceLines.ts';
import { findIssued, type Issued, issueDocument, recordInvoiced } from './invoiceStore.ts';
import { heldCents, owedByRate, sumOf } from './owedAmount.ts';

type Buyer = InvoiceDocument['buyer'];

/** The documents of a locked booking, and what issues more of them in the same transaction. */
export type BookingInvoices = {
  /** The documents so far, oldest first. */
  issued: Issued[];
  /** The invoice that applies; undefined: none, or everything was credited. */
  current(): Issued | undefined;
  /** Cents that the guest owes, which an invoice would be about. */
  owedCents: number;
  /** Issues what makes the invoice right again after a change of the booking. */
  correct(actor: string): Promise<void>;
  /** Credits all that is still invoiced. */
  creditAll(reason: CreditReason, actor: string): Promise<void>;
  /** Issues an invoice about all that is owed. */
  invoice(about: { seller: InvoiceDetails; buyer: Buyer; actor: string }): Promise<void>;
  /** Records what was issued. Call it last. */
  record(): Promise<void>;
};

/**
 * @param row the booking, locked, so that its documents are issued one after the other
 * @param seller the venue's details now, for an invoice that replaces another; null: those of the replaced
 * one
 */
export async function openInvoices(
  tx: BookingTx,
  row: Row,
  seller: InvoiceDetails | null,
): Promise<BookingInvoices> {
  const issued = await findIssued(tx, { venueId: row.venueId, id: Number(row.id) });
  const { owed, exemption } = owedNow(row, issued, seller);
  const latest = () => issued.findLast(({ kind }) => kind === 'invoice');
  const invoiced = () => invoicedOf(issued);
  const current = () => (sumOf(invoiced().byRate) > 0 ? latest() : undefined);

  const credit = async (byRate: ByRate, reason: CreditReason, actor: string) => {
    const corrected = latest()?.document;
    if (!corrected || sumOf(byRate) === 0) return;
    const { number, issuedOn, language } = corrected;
    const text = texts[language].credit[reason];
    const isWhole = corrected.lines.length > 0 && sumOf(byRate) === corrected.totalCents;
    issued.push(
      await issueDocument(tx, row, {
        actor,
        document: {
          ...corrected,
          kind: 'credit_note',
          corrects: { number, issuedOn, reason },
          lines: isWhole ? corrected.lines : linesByRate(byRate, text(number)),
          vat: vatOf(byRate),
          totalCents: sumOf(byRate),
          paidCents: 0,
        },
      }),
    );
  };
  const invoice: BookingInvoices['invoice'] = async ({ seller, buyer, actor }) => {
    const totalCents = sumOf(owed);
    issued.push(
      await issueDocument(tx, row, {
        actor,
        document: {
          kind: 'invoice',
          language: row.locale as Locale,
          seller,
          buyer,
          booking: {
            reference: row.reference,
            facility: row.facilityName,
            startsAt: localAt(row.timezone, row.startsAt.getTime()),
            endsAt: localAt(row.timezone, row.endsAt.getTime()),
            people: row.people,
          },
          corrects: null,
          lines: invoiceLines(row, owed),
          vat: vatOf(owed),
          exemption,
          totalCents,
          paidCents: Math.min(totalCents, heldCents(row)),
        },
      }),
    );
  };
  return {
    issued,
    current,
    owedCents: sumOf(owed),
    invoice,
    creditAll: (reason, actor) => credit(invoiced().byRate, reason, actor),
    async correct(actor) {
      const last = latest()?.document;
      if (!last) return;
      const before = invoiced();
      const priceCents = Number(row.amountCents);
      const isCancelled = row.status === 'cancelled';
      const due = correctionOf(before, { byRate: owed, priceCents, isCancelled });
      if (!due) return;
      const isPrice = due.isReplaced || before.priceCents !== priceCents;
      const reason = isCancelled ? 'cancelled' : isPrice ? 'price' : 'refund';
      await credit(due.credit, reason, actor);
      if (due.isReplaced && sumOf(owed) > 0)
        await invoice({ seller: seller ?? last.seller, buyer: last.buyer, actor });
    },
    record: () => recordInvoiced(tx, row, sumOf(invoiced().byRate)),
  };
}

/**
 * What is owed by VAT rate, and the reason to state if there is no VAT. A new price may have lost the rates,
 * and then the venue's reason applies; without one, the rates of the latest invoice do.
 */
function owedNow(row: Row, issued: readonly Issued[], seller: InvoiceDetails | null) {
  if (hasVat(row)) return { owed: owedByRate(row), exemption: null };
  const last = issued.findLast(({ kind }) => kind === 'invoice')?.document;
  const reason = (seller ?? last?.seller)?.vat_exemption ?? null;
  if (reason !== null || !last) return { owed: owedByRate(row), exemption: reason };
  return { owed: owedByRate({ ...row, vat: last.vat }), exemption: last.exemption };
}

/** Whether VAT rates were kept with the booking. */
export const hasVat = ({ vat }: Pick<Row, 'vat'>): boolean => Array.isArray(vat) && vat.length > 0;
