import { formatDay, formatEuro, formatPercent, formatTimes } from '@venue-booking/domain/wording/formats';
import type { InvoiceDocument } from '@venue-booking/proto/invoice/invoice';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import type { Layout, Row } from './documentPdf.ts';
import { documentTexts } from './documentTexts.ts';
import { netLines } from './netLines.ts';

/** How an invoice or credit note looks. */
export function invoiceLayout(document: InvoiceDocument): Layout {
  const { seller, buyer, booking, corrects, language, totalCents, paidCents, exemption } = document;
  const text = documentTexts[language];
  const euro = (cents: number) => formatEuro(toEuro(cents), language);
  const rate = (basisPoints: number) => formatPercent(basisPoints / 100, language);
  const netCents = document.vat.reduce((sum, { amountCents, vatCents }) => sum + amountCents - vatCents, 0);
  const numbers: [string, string | null][] = [
    [text.vatNumber, seller.vat_number],
    [text.taxNumber, seller.tax_number],
    [text.registerNumber, seller.register_number],
  ];
  const day = (date: string) => formatDay(`${date}T00:00`, language);
  return {
    language,
    title: `${text[document.kind]} ${document.number}`,
    from: seller.legal_name,
    parties: [
      [
        seller.legal_name,
        ...addressLines(seller.address, language),
        ...numbers.flatMap(([name, number]) => (number ? [`${name} ${number}`] : [])),
      ],
      [
        buyer.company,
        ...addressLines(buyer.address, language),
        ...(buyer.vat_number ? [`${text.vatNumber} ${buyer.vat_number}`] : []),
      ],
    ],
    facts: [
      [text.number, document.number],
      [text.date, day(document.issuedOn)],
      ...(corrects
        ? [
            [
              '',
              `${text.corrects(corrects.number, day(corrects.issuedOn))} – ${text.reasons[corrects.reason]}`,
            ] as [string, string],
          ]
        : []),
      [text.booking, booking.reference],
      [
        text.delivered,
        `${booking.facility}\n${formatDay(booking.startsAt, language)}, ${formatTimes(booking.startsAt, booking.endsAt, language)}, ${text.people(booking.people)}`,
      ],
    ],
    tables: [
      {
        columns: [
          { share: 0.46 },
          { share: 0.12, right: true },
          { share: 0.12, right: true },
          { share: 0.15, right: true },
          { share: 0.15, right: true },
        ],
        head: [text.what, text.count, text.rate, text.net, text.gross],
        rows: netLines(document).map((line) => ({
          cells: [
            line.text,
            String(line.count),
            exemption === null ? rate(line.basisPoints) : '–',
            euro(line.netCents),
            euro(line.amountCents),
          ],
          ruled: true,
        })),
      },
      {
        columns: [{ share: 0.4 }, { share: 0.4 }, { share: 0.2, right: true }],
        head: [],
        rows: [
          { cells: ['', text.totalNet, euro(netCents)] },
          ...(exemption === null
            ? document.vat.map(
                ({ basisPoints, amountCents, vatCents }): Row => ({
                  cells: ['', text.vatOf(rate(basisPoints), euro(amountCents - vatCents)), euro(vatCents)],
                }),
              )
            : []),
          { cells: ['', text.totalGross, euro(totalCents)], bold: true },
          ...(corrects
            ? []
            : [
                { cells: ['', text.paid, euro(paidCents)] },
                { cells: ['', text.open, euro(totalCents - paidCents)], bold: paidCents < totalCents },
              ]),
        ],
      },
    ],
    notes: [
      ...(exemption === null ? [] : [exemption]),
      corrects ? text.settledBy : paidCents >= totalCents ? text.isPaid : text.payAtVenue,
    ],
    footer: [seller.footer ?? ''],
    page: text.page,
  };
}

/** An address with its country in words. */
export function addressLines(
  { street, postal_code, city, country }: InvoiceDocument['buyer']['address'],
  language: Locale,
): string[] {
  const name = new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country;
  return [street, `${postal_code} ${city}`, name];
}
