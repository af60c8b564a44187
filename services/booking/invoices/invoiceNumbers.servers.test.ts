import assert from 'node:assert/strict';
import type { InvoiceDetails } from '@venue-booking/proto/invoice/invoiceDetails';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { saveBooking } from '../testing/testEffects.ts';
import { type Issued, issueDocument, lockBooking } from './invoiceStore.ts';

/** Set INVOICE_NUMBERS to issue more. */
const NUMBERS = Number(process.env.INVOICE_NUMBERS ?? 400);
const WORKERS = 8;

const document = {
  kind: 'invoice' as const,
  language: 'nl' as const,
  seller: { number_prefix: 'A-' } as InvoiceDetails,
  corrects: null,
  totalCents: 100,
} as unknown as Parameters<typeof issueDocument>[2]['document'];

describe('invoice numbers', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  it(`have no gap and no duplicate when ${WORKERS} workers issue them and many transactions fail`, async () => {
    const replicas = [bookings.anotherReplica(), bookings.anotherReplica()];
    const issued: Issued[] = [];
    let crashes = 0;
    const work = async (database: TestBookings['database']) => {
      const saved = await saveBooking(bookings.database, newBooking());
      assert.ok(saved);
      const { id } = saved;
      while (issued.length < NUMBERS) {
        const fate = Math.random();
        try {
          const done = await database.raw.$transaction(async (tx) => {
            const row = await lockBooking(tx, { venueId: 1, id });
            if (fate < 0.1) throw new Error('crashed before');
            const made = await issueDocument(tx, row, { document, actor: 'operator' });
            if (fate < 0.3) throw new Error('crashed after');
            // The backend of a killed process ends its transaction.
            if (fate < 0.35) await tx.$executeRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
            return made;
          });
          issued.push(done);
        } catch {
          crashes += 1;
        }
      }
    };
    await Promise.all(
      Array.from({ length: WORKERS }, (_, at) => work(replicas[at % 2] ?? bookings.database)),
    );
    assert.ok(crashes > NUMBERS / 10, `${crashes} crashes`);
    const rows = await bookings.database.$queryRaw<{ seq: number; number: string; at: Date }[]>`
      SELECT seq, number, issued_at AS at FROM booking.invoice ORDER BY year, seq`;
    assert.deepEqual(
      rows.map(({ seq }) => seq),
      rows.map((_, at) => at + 1),
    );
    assert.deepEqual(
      rows.map(({ number }) => number).toSorted(),
      issued.map(({ number }) => number).toSorted(),
    );
    assert.ok(rows.every(({ at }, index) => at >= (rows[index - 1]?.at ?? new Date(0))));
  });
});
