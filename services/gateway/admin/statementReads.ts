import { toCents, toEuro } from '@venue-booking/proto/primitives';
import type { MoneySums, SpanSums } from '@venue-booking/proto/reports/fees';
import type { Statement } from '@venue-booking/proto/reports/statement';
import type { Backends } from '../backends/backends.ts';
import { dayStartOf } from '../backends/dayStartOf.ts';
import { daysOf, spanOf } from './feeReads.ts';

/** Time after the end of a month in which the services finish what began in it. */
const SETTLE_MS = 60_000;

/** The statement of a venue for a month. @throws `venue_not_found` */
export async function readStatement(
  { catalog, booking, payment }: Backends,
  { venueId, month, now }: { venueId: number; month: string; now: number },
): Promise<Statement> {
  const [{ name, timezone }, dayStart] = await Promise.all([
    catalog.contact.query({ venueId }),
    dayStartOf(catalog, venueId),
  ]);
  const days = daysOf(month);
  const span = spanOf({ venueId, timezone, dayStart }, days);
  const [sums, booked] = await Promise.all([
    payment.fees.sum.query({ spans: [span] }),
    booking.desk.figures.query({ venueId, dayStart, ...days, by: 'month' }),
  ]);
  return {
    month,
    ...days,
    timezone,
    venue_name: name,
    preliminary: now < span.to + SETTLE_MS,
    includes_test: sums.some(({ mode }) => mode === 'test'),
    ...addUp(sums),
    // The first span is the month before.
    desk_eur: booked.spans[1]?.desk_eur ?? 0,
    vat: booked.spans[1]?.vat ?? [],
  };
}

const NOTHING: MoneySums = {
  payments: 0,
  payments_eur: 0,
  refunds: 0,
  refunds_eur: 0,
  refunds_failed_eur: 0,
  chargebacks: 0,
  chargebacks_eur: 0,
  chargebacks_returned_eur: 0,
  fee_charged_eur: 0,
  fee_returned_eur: 0,
  fee_owed_eur: 0,
  fee_not_returned_eur: 0,
  net_eur: 0,
};

/** The sums of live and test money together, as in the reports. */
function addUp(sums: readonly SpanSums[]): MoneySums {
  const total = { ...NOTHING };
  for (const sum of sums)
    for (const name of Object.keys(NOTHING) as (keyof MoneySums)[])
      total[name] = name.endsWith('_eur')
        ? toEuro(toCents(total[name]) + toCents(sum[name]))
        : total[name] + sum[name];
  return total;
}
