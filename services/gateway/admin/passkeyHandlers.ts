import { withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import { CHALLENGE_MINUTES } from '@venue-booking/proto/auth/passkey';
import { fail } from '@venue-booking/proto/failures';
import type { AdminDeps } from './adminDeps.ts';
import type { AdminContext, AdminHandlers } from './procedures.ts';
import { freshSessionOf, MAIL_BUDGET_MS, type SignIns, sessionOf } from './signIns.ts';

/** Handlers of signing in with a passkey, and of a person's passkeys. */
export function passkeyHandlers(
  { backends: { catalog, booking }, publicUrl, sessions, passkeys, log }: AdminDeps,
  { countAttempt, begin }: SignIns,
): AdminHandlers<'passkey'> {
  /** @throws `session_only`, `person_only` */
  const personOf = ({ caller }: AdminContext) => {
    const { hash, personId, email, language } = sessionOf(caller);
    if (personId === null || email === null) throw fail('person_only');
    return { hash, personId, email, language };
  };
  /**
   * The person of a session that began a few minutes ago at most. An operator who must use passkeys adds the
   * first one after signing in by mail; afterwards, access to the mailbox is not enough.
   * @throws `session_only`, `person_only`, `sign_in_again`, `passkey_required`
   */
  const freshPersonOf = async (ctx: AdminContext) => {
    const person = personOf(ctx);
    const session = freshSessionOf(ctx);
    const own = await catalog.passkeys.list.query({ personId: person.personId });
    if (own.length > 0 && sessions.needsPasskey(session)) throw fail('passkey_required');
    return { ...person, existing: own.map(({ credentialId }) => credentialId) };
  };
  /** Marks a challenge as used, across all gateways. @throws `passkey_refused` if it is already used */
  const useUp = async (key: string) => {
    // Longer than a challenge is valid.
    const once = { key, most: 1, minutes: 2 * CHALLENGE_MINUTES };
    const { waitSeconds } = await catalog.sessions.takeTurn.mutate(once);
    if (waitSeconds > 0) throw fail('passkey_refused');
  };

  return {
    askForPasskey: async () => passkeys.request(),
    async signInByPasskey({ credential }, ctx) {
      await countAttempt('passkeys', ctx);
      const stored = await catalog.passkeys.find.query({ credentialId: credential.id });
      if (!stored) throw fail('passkey_refused');
      const { credential: used, useKey } = await passkeys.checkSignIn(credential, stored);
      await useUp(useKey);
      return begin('person', ctx, (session) =>
        catalog.passkeys.use.mutate({ credentialId: used.id, counter: used.counter, ...session }),
      );
    },
    async listPasskeys(_input, ctx) {
      const own = await catalog.passkeys.list.query({ personId: personOf(ctx).personId });
      return own.map(({ credentialId: _, ...shown }) => shown);
    },
    async prepareForPasskey(_input, ctx) {
      const { hash, personId, email, existing } = await freshPersonOf(ctx);
      return passkeys.creation({ session: hash, personId, email, existing });
    },
    async addPasskey({ name, credential }, ctx) {
      const { hash, personId, email, language } = await freshPersonOf(ctx);
      // Limit additions, because each one sends a mail.
      await countAttempt('passkeys', ctx);
      const { credential: checked, useKey } = await passkeys.checkNew(credential, hash);
      await useUp(useKey);
      const added = await catalog.passkeys.add.mutate({ personId, name, credential: checked });
      // The mail warns the person in case an attacker with a stolen session added the passkey.
      const mail = { to: email, language, url: `${publicUrl}/admin/passkeys`, venueName: null };
      void withOwnDeadline(MAIL_BUDGET_MS, () =>
        booking.tellStaff.mutate({ kind: 'passkey_added', ...mail }),
      ).catch((error: unknown) => log.warn({ err: error }, 'could not notify a person of a new passkey'));
      return added;
    },
    removePasskey: async ({ id }, ctx) =>
      catalog.passkeys.remove.mutate({ personId: (await freshPersonOf(ctx)).personId, id }),
  };
}
