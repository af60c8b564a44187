import { releasesPlaces } from '@venue-booking/domain/booking/statusTransitions';
import { vatRows } from '@venue-booking/domain/wording/bookingTexts';
import { formatDay, formatEuro, formatMoment, formatTimes } from '@venue-booking/domain/wording/formats';
import { providerLabel } from '@venue-booking/proto/payment/providers';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import { labels, statuses } from '../pages/guest/labels.ts';
import { priceRows } from '../pages/guest/priceRows.ts';
import type { Layout, Row } from './documentPdf.ts';
import { documentTexts, receiptTexts } from './documentTexts.ts';
import { addressLines } from './invoiceLayout.ts';
import type { Movement, ReceiptDocument } from './receipt.ts';

/** How a receipt looks. */
export function receiptLayout(document: ReceiptDocument): Layout {
  const { booking, venue, seller, movements, openCents, language, writtenAt } = document;
  const text = receiptTexts[language];
  const common = documentTexts[language];
  const euro = (cents: number) => formatEuro(toEuro(cents), language);
  const receivedCents = movements.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const over = releasesPlaces(booking.status);
  const prices = priceRows({ ...booking, lines: booking.price_lines }, language);
  return {
    language,
    title: `${text.receipt} ${booking.reference}`,
    from: venue.name,
    parties: [venueLines(document), booking.customer_name ? [booking.customer_name] : []],
    facts: [
      [common.date, formatDay(writtenAt, language)],
      [common.booking, booking.reference],
      ...(over ? [[text.status, statuses[language][booking.status].word] as [string, string]] : []),
      [
        common.delivered,
        `${booking.facility}\n${formatDay(booking.starts_at, language)}, ${formatTimes(booking.starts_at, booking.ends_at, language)}, ${common.people(booking.people)}`,
      ],
    ],
    tables: [
      {
        columns: [{ share: 0.8 }, { share: 0.2, right: true }],
        head: [common.what, common.gross],
        rows: [
          ...prices.map((cells): Row => ({ cells, ruled: true })),
          { cells: [text.price, formatEuro(booking.amount_eur, language)], bold: true, ruled: true },
          // What a venue keeps of a cancelled booking is not the price that this VAT is part of.
          ...(over ? [] : vatRows(booking.vat, language).map((cells): Row => ({ cells, quiet: true }))),
        ],
      },
      {
        columns: [{ share: 0.42 }, { share: 0.38 }, { share: 0.2, right: true }],
        head: [text.when, text.how, text.amount],
        rows: [
          ...movements.map((movement) => ({
            cells: [
              formatMoment(movement.at, language),
              wayText(movement, language),
              euro(movement.amountCents),
            ],
            ruled: true,
          })),
          {
            cells: [
              '',
              movements.some(({ amountCents }) => amountCents < 0) ? text.received : labels[language].paid,
              euro(receivedCents),
            ],
            ...{ bold: true, ruled: true },
          },
          ...(openCents > 0 && !over ? [{ cells: ['', common.open, euro(openCents)] }] : []),
        ],
      },
    ],
    notes: [
      ...(seller?.vat_exemption && !booking.vat?.length ? [seller.vat_exemption] : []),
      text.isNoInvoice,
    ],
    footer: [seller?.footer ?? ''],
    page: common.page,
  };
}

/** The venue, with its company and numbers if it has filled them in. */
function venueLines({ venue, seller, language }: ReceiptDocument): string[] {
  if (!seller) return [venue.name, ...(venue.address ? [venue.address] : [])];
  const { vatNumber, taxNumber, registerNumber } = documentTexts[language];
  const numbers = [
    [vatNumber, seller.vat_number],
    [taxNumber, seller.tax_number],
    [registerNumber, seller.register_number],
  ];
  return [
    seller.legal_name,
    ...addressLines(seller.address, language),
    ...numbers.flatMap(([name, number]) => (number ? [`${name} ${number}`] : [])),
  ];
}

/** `Card`, `Refund – Cash`. */
function wayText({ kind, way }: Movement, language: Locale): string {
  const text = receiptTexts[language];
  if ('method' in way)
    return kind === 'payment' ? text.methods[way.method] : text.refund(text.methods[way.method]);
  const online = way.isTest ? text.onlineTest : text.online(providerLabel(way.provider));
  return kind === 'payment' ? online : text[kind](online);
}
