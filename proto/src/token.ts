import { z } from 'zod';
import { singleLine } from './primitives.ts';

/** `desk` does what is done at a desk, without settings and money; `owner` everything of its venue. */
export const TokenScope = z
  .enum(['owner', 'desk'])
  .describe(
    'desk: reads, books, moves, checks in, and cancels what was not paid online; owner: everything of the venue',
  );
export type TokenScope = z.infer<typeof TokenScope>;

/** Body of `POST …/tokens`. */
export const NewToken = z.strictObject({
  name: singleLine(100).describe('Who uses it, for example "Front desk"; shown in the history of bookings'),
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

/** A token as it is made: the only time that it can be seen. */
export const CreatedToken = Token.extend({ token: z.string() });
export type CreatedToken = z.infer<typeof CreatedToken>;

/** What tokens of venues begin with. */
export const TOKEN_PREFIX = 'vbt_';

/** Whom a token speaks for. `id` is absent from a catalog of the release before. */
export type TokenHolder = { id?: string; slug: string; name: string; scope: TokenScope };
