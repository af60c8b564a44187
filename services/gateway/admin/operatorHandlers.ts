import { fail } from '@venue-booking/proto/failures';
import type { AdminDeps } from './adminDeps.ts';
import type { AdminContext, AdminHandlers } from './procedures.ts';
import { freshSessionOf } from './signIns.ts';

/** Handlers of named operators, their tokens for programs, and their visits to venues. */
export function operatorHandlers({
  backends: { catalog, booking },
  invalidateCallers,
  publicUrl,
}: AdminDeps): AdminHandlers<'operator' | 'operator-token' | 'visit'> {
  /** Drops cached callers after a change, so that it takes effect here at once. */
  const changed = async <T>(change: Promise<T>): Promise<T> => change.finally(invalidateCallers);

  /**
   * The named operator who changes who has access; null for the shared token. A stolen session or a leaked
   * token must not become lasting access.
   * @throws `session_only`, `sign_in_again`
   */
  const changerOf = (ctx: AdminContext): string | null => {
    const { session, name } = ctx.caller;
    if (session && session.personId !== null) return freshSessionOf(ctx).personId;
    if (name !== 'operator') throw fail('session_only');
    return null;
  };

  return {
    listOperators: () => catalog.operators.list.query(),
    async addOperator(input, ctx) {
      changerOf(ctx);
      const { operator, language } = await changed(catalog.operators.add.mutate(input));
      const url = `${publicUrl}/admin/sign-in`;
      // The person is an operator even if the mail fails: whoever adds them can tell them.
      const { sent } = await booking.tellStaff
        .mutate({ kind: 'operator_invitation', to: operator.email, language, url, venueName: null })
        .catch(() => ({ sent: false }));
      return { ...operator, mailed: sent };
    },
    patchOperator: async ({ id, role }, ctx) =>
      changed(catalog.operators.patch.mutate({ id, role, keepAdmin: changerOf(ctx) !== null })),
    removeOperator: async ({ id }, ctx) =>
      changed(catalog.operators.remove.mutate({ id, keepAdmin: changerOf(ctx) !== null })),

    listOperatorTokens: () => catalog.operators.listTokens.query(),
    createOperatorToken: async (token, ctx) =>
      catalog.operators.createToken.mutate({ token, madeBy: changerOf(ctx) }),
    revokeOperatorToken: (input) => changed(catalog.operators.revokeToken.mutate(input)),

    async startVisit({ slug, reason }, { caller: { session, name } }) {
      // A program has no use for a visit, and would only worry the owners.
      if (!session && name !== 'operator') throw fail('session_only');
      const visit = { slug, reason, actor: name, personId: session?.personId ?? null };
      return changed(catalog.operators.startVisit.mutate(visit));
    },
    listVisits: (input) => catalog.operators.listVisits.query({ ...input, open: false }),
  };
}
