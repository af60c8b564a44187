import { z } from 'zod';
import { singleLine } from '../primitives.ts';

/**
 * `desk` may do the work of a front desk, without settings and money. `owner` may do everything at its venue.
 */
export const TokenScope = z
  .enum(['owner', 'desk'])
  .describe(
    'desk: read, book, move, check in, and cancel bookings that were not paid online; owner: everything at the venue',
  );
export type TokenScope = z.infer<typeof TokenScope>;

/** Body of `POST …/tokens`. */
export const NewToken = z.strictObject({
  name: singleLine(100).describe(
    'Name of its user, for example "Front desk", shown in the history of bookings',
  ),
  scope: TokenScope.default('owner'),
});
export type NewToken = z.infer<typeof NewToken>;

export const Token = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: TokenScope,
  created_at: z.iso.datetime(),
});
export type Token = z.infer<typeof Token>;

/** A new token with its secret, which is shown only once. */
export const CreatedToken = Token.extend({ token: z.string() });
export type CreatedToken = z.infer<typeof CreatedToken>;

/** Prefix of venues' tokens. */
export const TOKEN_PREFIX = 'vbt_';

/** The holder of a token. `id` is absent from a catalog of the previous release. */
export type TokenHolder = { id?: string; slug: string; name: string; scope: TokenScope };
