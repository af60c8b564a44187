import { CreatedToken, NewToken, Token } from '@venue-booking/proto/token';
import { z } from 'zod';
import { describe, NOT_FOUND, ofVenue, slug } from './adminDescription.ts';
import type { AdminDeps } from './adminWrites.ts';
import { adminProcedure, rest } from './restProcedure.ts';

/** The admin API of a venue's tokens. */
export function adminTokensApi({ backends: { catalog }, forgetTokens }: AdminDeps) {
  return rest.router({
    createToken: adminProcedure
      .meta(
        describe('POST', {
          path: `${ofVenue}/tokens`,
          operationId: 'createToken',
          tag: 'tokens',
          summary: 'Make a token; this answer is the only time that it is shown',
          status: 201,
          errors: NOT_FOUND,
        }),
      )
      .input(NewToken.extend({ slug }))
      .output(CreatedToken)
      .mutation(({ input: { slug, ...token } }) => catalog.createToken.mutate({ slug, token })),

    listTokens: adminProcedure
      .meta(
        describe('GET', {
          path: `${ofVenue}/tokens`,
          operationId: 'listTokens',
          tag: 'tokens',
          summary: 'List tokens, without their secrets',
          errors: NOT_FOUND,
        }),
      )
      .input(z.object({ slug }))
      .output(z.array(Token))
      .query(({ input }) => catalog.listTokens.query(input)),

    revokeToken: adminProcedure
      .meta({
        ...describe('DELETE', {
          path: `${ofVenue}/tokens/{id}`,
          operationId: 'revokeToken',
          tag: 'tokens',
          summary: 'Revoke a token: at once at the gateway that answers, within a second at others',
          errors: NOT_FOUND,
        }),
        unknownId: 'token_not_found',
      })
      .input(z.object({ slug, id: z.uuid() }))
      .output(Token)
      .mutation(async ({ input }) => {
        const revoked = await catalog.revokeToken.mutate(input);
        forgetTokens();
        return revoked;
      }),
  });
}
