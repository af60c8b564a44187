import { largeReadQueries, type ReadBulkhead } from '@venue-booking/kit/messaging/largeReads';
import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { VenueId } from '@venue-booking/proto/primitives';
import { Sha256 } from '@venue-booking/proto/transfer/archive';
import { BookingLine } from '@venue-booking/proto/transfer/bookingLine';
import { z } from 'zod';
import type { SigningKey } from '../core/linkedBooking.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { archiveKey } from './archiveKey.ts';
import { countLeftOut, exportBookings } from './exportBookings.ts';
import { type ImportDeps, importBookings, queueVisitMails } from './importBookings.ts';

export type TransferDeps = ImportDeps &
  Pick<BookingLinks, 'ticketHashes'> & { signingKeys: readonly SigningKey[] };

const ofVenue = z.object({ venueId: VenueId });

/** Procedures by which a venue leaves with its bookings, and arrives with them. */
export function transferRouter(deps: TransferDeps, readBulkhead: ReadBulkhead) {
  const { database } = deps;
  const costly = largeReadQueries(readBulkhead);
  const key = archiveKey(deps.signingKeys);
  return t.router({
    bookings: costly(ofVenue.extend({ after: z.number().default(0) }), (input) =>
      exportBookings(deps, input),
    ),
    leftOut: query(ofVenue, ({ venueId }) => countLeftOut(database, venueId)),
    publicKey: t.procedure.query(() => key.publicKey),
    sign: mutation(z.object({ sha256: Sha256 }), ({ sha256 }) => key.sign(sha256)),
    importBookings: mutation(
      ofVenue.extend({
        importId: Sha256,
        from: z.string().max(300),
        facilities: z.record(z.string(), z.int()),
        lines: z.array(BookingLine).max(10_000),
      }),
      (input) => importBookings(deps, input),
    ),
    queueVisitMails: mutation(ofVenue, ({ venueId }) => queueVisitMails(database, venueId)),
    mailTexts: query(ofVenue, ({ venueId }) =>
      database.mailText.findMany({
        where: { venueId },
        select: { kind: true, language: true, subject: true, body: true },
        orderBy: [{ kind: 'asc' }, { language: 'asc' }],
      }),
    ),
  });
}
