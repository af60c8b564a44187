import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { NewOperator, NewOperatorToken, OperatorRole } from '@venue-booking/proto/auth/operator';
import { z } from 'zod';
import type { CatalogDatabase } from '../database.ts';
import { addOperator, listOperators, patchOperator, removeOperator } from './operatorStore.ts';
import {
  createOperatorToken,
  findOperatorToken,
  listOperatorTokens,
  revokeOperatorToken,
} from './operatorTokenStore.ts';
import { listVisits, startVisit } from './visitStore.ts';

const change = z.object({ id: z.uuid(), keepAdmin: z.boolean() });
const inVenue = z.object({ slug: z.string() });

/** Named operators, their visits to venues, and the operator's tokens for programs. */
export const operatorRouter = ({ database }: { database: CatalogDatabase }) =>
  t.router({
    list: t.procedure.query(() => listOperators(database)),
    add: mutation(NewOperator, (input) => addOperator(database, input)),
    patch: mutation(change.extend({ role: OperatorRole }), (input) => patchOperator(database, input)),
    remove: mutation(change, (input) => removeOperator(database, input)),
    createToken: mutation(
      z.object({ token: NewOperatorToken, madeBy: z.uuid().nullable() }),
      ({ token, madeBy }) => createOperatorToken(database, token, madeBy),
    ),
    listTokens: t.procedure.query(() => listOperatorTokens(database)),
    revokeToken: mutation(z.object({ id: z.uuid() }), ({ id }) => revokeOperatorToken(database, id)),
    findToken: query(z.object({ hash: z.string() }), ({ hash }) => findOperatorToken(database, hash)),
    startVisit: mutation(
      inVenue.extend({ personId: z.uuid().nullable(), actor: z.string(), reason: z.string() }),
      (input) => startVisit(database, input),
    ),
    listVisits: query(
      inVenue.extend({ open: z.boolean(), before: z.uuid().optional(), limit: z.int().optional() }),
      (input) => listVisits(database, input),
    ),
  });
