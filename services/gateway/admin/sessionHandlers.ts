import { createBulkhead } from '@venue-booking/kit/concurrency/bulkhead';
import { withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import { hashOfSecret, randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import type { SignInLinkRequest } from '@venue-booking/proto/auth/session';
import { fail } from '@venue-booking/proto/failures';
import type { AdminDeps } from './adminDeps.ts';
import type { AdminContext, AdminHandlers } from './procedures.ts';
import { freshSessionOf, MAIL_BUDGET_MS, type SignIns, sessionOf, shown } from './signIns.ts';

/** Limits of concurrent sign-in mails. In a flood, mails that wait longer than 10 s are not sent. */
const MAILS = { maxConcurrent: 8, maxWaiting: 200, maxWaitMs: 10_000 };

/** Handlers of signing in to the dashboard, and out. */
export function sessionHandlers(
  { backends: { catalog, booking }, invalidateCallers, publicUrl, sessions, log }: AdminDeps,
  { countAttempt, begin }: SignIns,
): AdminHandlers<'session'> {
  const mailBulkhead = createBulkhead({ ...MAILS, createError: () => fail('busy') });

  const mailLink = async (
    { email, language }: SignInLinkRequest,
    browserState: { browser: string; known: boolean },
  ) => {
    const token = randomSecret();
    const made = await catalog.sessions.makeLink.mutate({
      email,
      hash: hashOfSecret(token),
      ...browserState,
    });
    if (!made) return;
    await booking.tellStaff.mutate({
      kind: 'sign_in',
      to: email,
      language: language ?? made.language,
      // In the fragment, so that no proxy logs the token, and a link preview does not use it up.
      url: `${publicUrl}/admin/sign-in#${token}`,
      venueName: null,
    });
  };

  const openedLink = (token: string, { header }: AdminContext) => ({
    link: hashOfSecret(token),
    browser: sessions.browserIn(header('cookie')),
  });

  const end = async ({ caller, setHeader }: AdminContext, everywhere: boolean) => {
    const { hash } = sessionOf(caller);
    await catalog.sessions.end.mutate({ hash, everywhere }).finally(invalidateCallers);
    setHeader('Set-Cookie', sessions.endCookie);
    return {};
  };

  return {
    async askForLink(input, ctx) {
      await countAttempt('links', ctx);
      await countAttempt('linksOfOne', ctx, input.email);
      const known = sessions.isKnown(ctx.header('cookie'), input.email);
      const { browser, setCookie } = sessions.bindBrowser(ctx.header('cookie'));
      ctx.setHeader('Set-Cookie', setCookie);
      // Do not wait for the mail: the response and its time must not reveal whether the address is known.
      void mailBulkhead('mails', () =>
        withOwnDeadline(MAIL_BUDGET_MS, () => mailLink(input, { browser, known })),
      ).catch((error: unknown) => log.warn({ err: error }, 'could not mail a sign-in link'));
      return {};
    },
    async showLink({ token }, ctx) {
      await countAttempt('looks', ctx);
      return catalog.sessions.findLink.query(openedLink(token, ctx));
    },
    async signInByLink({ token }, ctx) {
      await countAttempt('tokens', ctx);
      return begin('person', ctx, (session) =>
        catalog.sessions.useLink.mutate({ ...openedLink(token, ctx), ...session }),
      );
    },
    async signInAsOperator({ token }, ctx) {
      await countAttempt('operator', ctx);
      if (!sessions.isOperator(token)) throw fail('operator_token_wrong');
      return begin('operator', ctx, ({ session: hash, device }) =>
        catalog.sessions.startOperator.mutate({ hash, device, language: ctx.language }),
      );
    },
    getSession: async (_input, { caller }) => shown(sessions, sessionOf(caller)),
    async patchSession({ language }, { caller }) {
      const session = sessionOf(caller);
      await catalog.sessions.chooseLanguage
        .mutate({ hash: session.hash, language })
        .finally(invalidateCallers);
      return shown(sessions, { ...session, language });
    },
    async leaveVenue({ slug }, { caller }) {
      const { personId: id, venues } = sessionOf(caller);
      if (id === null) throw fail('person_not_found');
      // Do not reveal which other venues exist.
      if (!venues.some((venue) => venue.slug === slug)) throw fail('venue_not_found');
      await catalog.people.remove.mutate({ slug, id, keepOwner: true }).finally(invalidateCallers);
      return {};
    },
    listSessions: async (_input, { caller }) =>
      catalog.sessions.listOwn.query({ hash: sessionOf(caller).hash }),
    async endSession({ id }, ctx) {
      const { hash } = freshSessionOf(ctx);
      return catalog.sessions.endOwn.mutate({ hash, id }).finally(invalidateCallers);
    },
    async endOtherSessions(_input, ctx) {
      const { hash } = freshSessionOf(ctx);
      await catalog.sessions.endOthers.mutate({ hash }).finally(invalidateCallers);
      return {};
    },
    signOut: (_input, ctx) => end(ctx, false),
    signOutEverywhere: (_input, ctx) => end(ctx, true),
  };
}
