import { query, t } from '@venue-booking/kit/messaging/rpc';
import { VenueId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import type { PaymentDeps } from '../deps.ts';
import { listFees } from './listFees.ts';
import { sumFees } from './sumFees.ts';
import { venuesWithMoney } from './venuesWithMoney.ts';

/** Maximum number of spans in a call. */
const MAX_SPANS = 1000;

const Span = z.object({ venueId: VenueId, from: z.int(), to: z.int() });

/** The fee ledger of one or several venues. */
export const feeRouter = (deps: Pick<PaymentDeps, 'database'>) =>
  t.router({
    venues: query(z.object({ after: z.int().min(0), limit: z.int().min(1).max(100) }), (input) =>
      venuesWithMoney(deps, input),
    ),
    list: query(
      z.object({
        spans: z.array(Span).max(MAX_SPANS),
        after: z.object({ venueId: VenueId, at: z.int(), id: z.uuid() }).optional(),
        limit: z.int().min(1).max(501),
      }),
      (input) => listFees(deps, input),
    ),
    sum: query(z.object({ spans: z.array(Span).max(MAX_SPANS) }), (input) => sumFees(deps, input)),
  });
