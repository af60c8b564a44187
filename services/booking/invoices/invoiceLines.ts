import type { ChosenAddOn } from '@venue-booking/domain/price/chosenAddOns';
import { explainPrice, translateLineText } from '@venue-booking/domain/price/lineTexts';
import type { Line } from '@venue-booking/domain/price/priceOf';
import type { ByRate } from '@venue-booking/domain/price/vat';
import { texts } from '@venue-booking/domain/wording/texts';
import type { InvoiceDocument } from '@venue-booking/proto/invoice/invoice';
import { type Locale, toCents } from '@venue-booking/proto/primitives';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { sumOf } from './owedAmount.ts';

type DocumentLine = InvoiceDocument['lines'][number];
type Priced = Pick<Row, 'status' | 'facilityName' | 'amountCents' | 'people' | 'locale'> & {
  priceLines?: unknown;
  addOns?: unknown;
};

/**
 * The lines of an invoice: those of the price, each with its VAT rate. Where the rate of a line is unknown (a
 * discount on guests of different rates), or not the whole price is owed, there is a line per rate.
 * @param byRate what is owed, by VAT rate in hundredths of a percent
 */
export function invoiceLines(row: Priced, byRate: ByRate): DocumentLine[] {
  if (row.status === 'cancelled')
    return linesByRate(byRate, texts[row.locale as Locale].cancellationFee(row.facilityName));
  const lines = (row.priceLines as Line[] | null | undefined) ?? [];
  const total = sumOf(byRate);
  const isWhole =
    total === Number(row.amountCents) && lines.reduce((sum, line) => sum + line.amountCents, 0) === total;
  const rated = isWhole ? ratedLines(lines, (row.addOns as ChosenAddOn[] | null) ?? [], byRate) : null;
  if (!rated) return linesByRate(byRate, row.facilityName);
  return rated.map((line) => ({ ...line, text: lineText(line.text, row) }));
}

/** A line for each VAT rate, with the same text. */
export const linesByRate = (byRate: ByRate, text: string): DocumentLine[] =>
  [...byRate].map(([basisPoints, amountCents]) => ({ text, count: 1, amountCents, basisPoints }));

/** Standard texts such as "per person" say nothing on an invoice without the facility. */
function lineText(text: string, { facilityName, locale }: Priced): string {
  const isStandard = !explainPrice([{ text }]);
  return isStandard ? `${facilityName}, ${lowerFirst(translateLineText(text, locale as Locale))}` : text;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * The lines with their rates, null if these cannot be told. Add-ons are the last lines, at their own rates;
 * the lines before them must all have one rate.
 */
function ratedLines(lines: Line[], chosen: ChosenAddOn[], byRate: ByRate): DocumentLine[] | null {
  const addOns = chosen.filter(({ count, eur }) => count * toCents(eur) > 0);
  const split = lines.length - addOns.length;
  const isAddOn = (line: Line | undefined, { name, count, eur }: ChosenAddOn) =>
    line?.count === count &&
    line.amountCents === count * toCents(eur) &&
    Object.values(name).includes(line.text);
  const hasAddOns = split > 0 && addOns.every((addOn, at) => isAddOn(lines[split + at], addOn));
  for (const rate of byRate.keys()) {
    const rates = lines.map((_, at) => {
      const percent = hasAddOns ? addOns[at - split]?.vat_percent : undefined;
      return percent === undefined ? rate : Math.round(percent * 100);
    });
    const rated = lines.map((line, at) => ({ ...line, basisPoints: rates[at] ?? rate }));
    if (addsUp(rated, byRate)) return rated;
  }
  return null;
}

function addsUp(lines: DocumentLine[], byRate: ByRate): boolean {
  const sums = new Map<number, number>();
  for (const { basisPoints, amountCents } of lines)
    sums.set(basisPoints, (sums.get(basisPoints) ?? 0) + amountCents);
  return [...new Set([...sums.keys(), ...byRate.keys()])].every(
    (rate) => (sums.get(rate) ?? 0) === (byRate.get(rate) ?? 0),
  );
}
