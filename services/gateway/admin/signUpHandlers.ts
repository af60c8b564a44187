import { createBulkhead } from '@venue-booking/kit/concurrency/bulkhead';
import { withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import { hashOfSecret, randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import type { SignUpRequest } from '@venue-booking/proto/auth/signUp';
import { fail } from '@venue-booking/proto/failures';
import { MAX_LABEL_LENGTH } from '@venue-booking/proto/venue/venue';
import { credentialOf } from '../auth/callers.ts';
import { actorOf } from '../auth/operators.ts';
import { type AdminDeps, onceApplied } from './adminDeps.ts';
import { deviceName } from './deviceName.ts';
import type { AdminHandlers } from './procedures.ts';
import { MAIL_BUDGET_MS, type SignIns, shown } from './signIns.ts';

/** Limits of concurrent sign-up mails. In a flood, mails that wait longer than 10 s are not sent. */
const MAILS = { maxConcurrent: 4, maxWaiting: 100, maxWaitMs: 10_000 };

/** The venue id of proofs of work for sign-ups: no venue has it. */
const PLATFORM = 0;

/** Names that would look like the platform's own, at `{slug}.{BASE_DOMAIN}` and in links. */
const RESERVED = new Set(
  [
    'account admin api app assets auth billing blog book booking cdn dashboard demo dev docs download ftp',
    'help images imap info login mail mx news ns ns1 ns2 operator pay payment payments platform pop portal',
    'postmaster root secure security shop sign-in sign-up signin signup site smtp staging static status',
    'support terms test tickets venue venues webhooks webmail widget www',
  ].flatMap((line) => line.split(' ')),
);

/** Numbers to try after a slug that is taken. */
const NUMBERS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Handlers of signing up a venue, and of the operator's invitations. */
export function signUpHandlers(
  deps: AdminDeps,
  { countAttempt, countSignUp }: SignIns,
): AdminHandlers<'sign-up' | 'invitation'> {
  const { backends, signUp, publicUrl, sessions, log } = deps;
  const { catalog, booking, availability } = backends;
  const mailBulkhead = createBulkhead({ ...MAILS, createError: () => fail('busy') });

  /** @throws `sign_up_closed` */
  const requireOpen = (...modes: ('invite' | 'open')[]) => {
    if (!modes.some((mode) => mode === signUp.mode)) throw fail('sign_up_closed');
  };
  const linkTo = (token: string) => `${publicUrl}/admin/sign-up#${token}`;

  /** @throws `link_over`, `sign_up_closed` */
  const findLink = async (token: string) => {
    requireOpen('invite', 'open');
    const found = await catalog.signUp.findLink.query({ hash: hashOfSecret(token) });
    // Links that people requested end when the operator stops the open sign-up.
    if (!found.invited) requireOpen('open');
    return found;
  };

  // Browsers show an encoded name (`xn--…`) as another one. Such names have hyphens in these places
  // (RFC 5891).
  const isReserved = (slug: string) =>
    RESERVED.has(slug.replace(/-\d+$/, '')) || slug.slice(2, 4) === '--' || deps.isOwnHost(slug);

  const mailLink = async ({ email, locale }: SignUpRequest) => {
    const token = randomSecret();
    const of = { email, language: locale, hash: hashOfSecret(token) };
    if (!(await catalog.signUp.makeLink.mutate(of))) return;
    await booking.tellStaff.mutate({
      ...{ kind: 'sign_up', to: email, language: locale, url: linkTo(token), venueName: null },
    });
  };

  return {
    getSignUp: async () => ({
      mode: signUp.mode,
      terms_url: signUp.termsUrl,
      privacy_url: signUp.privacyUrl,
    }),
    async getSignUpChallenge(_input, ctx) {
      requireOpen('open');
      await countAttempt('looks', ctx);
      return booking.challenge.query({ venueId: PLATFORM, work: 1 });
    },
    async askToSignUp(input, ctx) {
      requireOpen('open');
      await countSignUp('network', ctx);
      await booking.spendProof.mutate({ proof: input.proof_of_work });
      // After the proof, so that a flood without work cannot use up the platform's limit.
      await countSignUp('platform', ctx);
      // Do not wait for the mail: neither response nor time may reveal anything about the address.
      void mailBulkhead('mails', () => withOwnDeadline(MAIL_BUDGET_MS, () => mailLink(input))).catch(
        (error: unknown) => log.warn({ err: error }, 'could not mail a sign-up link'),
      );
      return {};
    },
    async openSignUp({ token }, ctx) {
      await countAttempt('looks', ctx);
      return findLink(token);
    },
    async checkSlug({ token, slug }, ctx) {
      await countAttempt('slugs', ctx);
      await findLink(token);
      const others = NUMBERS.map((number) => `${slug.slice(0, MAX_LABEL_LENGTH - 3)}-${number}`);
      const taken = new Set(await catalog.signUp.takenSlugs.query({ slugs: [slug, ...others] }));
      const isFree = (one: string) => !taken.has(one) && !isReserved(one);
      if (isFree(slug)) return { free: true, suggestion: null };
      return { free: false, suggestion: others.find(isFree) ?? null };
    },
    async signUpVenue({ token, accept_terms: _, ...venue }, ctx) {
      await countAttempt('tokens', ctx);
      const { email } = await findLink(token);
      if (isReserved(venue.slug)) throw fail('slug_taken', { slug: venue.slug });
      const { hash, setCookie } = sessions.create('person');
      const created = catalog.signUp.create.mutate({
        ...{ link: hashOfSecret(token), venue, session: hash },
        signedUpBy: sessions.hmacOf('sign up', email),
        device: deviceName(ctx.header('user-agent')),
      });
      const { session, ...made } = await onceApplied(deps, created, [availability, booking]);
      // The link proves the address. For the audit log.
      ctx.caller.name = `person ${email}`;
      if (session) {
        Object.assign(ctx.caller, { actor: actorOf(session), credential: credentialOf(hash) });
        ctx.setHeader('Set-Cookie', [setCookie, sessions.knownCookie(email)]);
        if (ctx.caller.session)
          await catalog.sessions.end.mutate({ hash: ctx.caller.session.hash, everywhere: false });
        return { venue: made, session: shown(sessions, session) };
      }
      deps.invalidateCallers();
      // Somebody who is signed in with this address continues in the same session.
      const own = ctx.caller.session?.email === email ? ctx.caller.session : null;
      const now = own && (await catalog.sessions.find.query({ hash: own.hash }));
      return { venue: made, session: now && shown(sessions, now) };
    },

    listInvitations: () => catalog.signUp.invitations.query(),
    async createInvitation({ email, language }) {
      requireOpen('invite', 'open');
      const token = randomSecret();
      const made = await catalog.signUp.invite.mutate({ email, language, hash: hashOfSecret(token) });
      const url = linkTo(token);
      // The invitation is valid even if the mail fails: the response contains the link.
      const { sent } = await booking.tellStaff
        .mutate({ kind: 'sign_up_invitation', to: email, language, url, venueName: null })
        .catch(() => ({ sent: false }));
      return { ...made, url, mailed: sent };
    },
    removeInvitation: (input) => catalog.signUp.removeInvitation.mutate(input),
  };
}
