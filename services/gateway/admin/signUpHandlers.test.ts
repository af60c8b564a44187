import assert from 'node:assert/strict';
import { Failure, fail } from '@venue-booking/proto/failures';
import { test } from 'vitest';
import type { AdminDeps } from './adminDeps.ts';
import type { AdminContext } from './procedures.ts';
import type { SignIns } from './signIns.ts';
import { signUpHandlers } from './signUpHandlers.ts';

/** Handlers of a platform with one link that a person requested, and one of an invitation. */
function platform(mode: 'off' | 'invite' | 'open') {
  const links = [{ invited: false }, { invited: true }];
  const catalog = {
    signUp: {
      findLink: { query: async () => links.shift() ?? fail('link_over') },
      takenSlugs: { query: async () => [] },
      makeLink: { mutate: async () => false },
      invite: { mutate: async () => ({ id: 1 }) },
    },
  };
  const booking = {
    challenge: { query: async () => ({}) },
    spendProof: { mutate: async () => {} },
    tellStaff: { mutate: async () => ({ sent: true }) },
  };
  const deps = {
    backends: { catalog, booking },
    ...{ signUp: { mode, termsUrl: null, privacyUrl: null }, publicUrl: 'https://book.example' },
    isOwnHost: () => false,
  } as unknown as AdminDeps;
  const count = async () => {};
  return signUpHandlers(deps, { countAttempt: count, countSignUp: count } as unknown as SignIns);
}
const ctx = { header: () => undefined } as unknown as AdminContext;
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const token = 'a'.repeat(43);

test.for([
  ['off', ['sign_up_closed', 'sign_up_closed', 'sign_up_closed', 'sign_up_closed', 'sign_up_closed']],
  ['invite', ['sign_up_closed', 'sign_up_closed', 'sign_up_closed', 'done', 'done']],
  ['open', ['done', 'done', 'done', 'done', 'done']],
] as const)('sign-up %s: what people and the operator may do', async ([mode, expected]) => {
  const handlers = platform(mode);
  const request = { email: 'anna@example.com', locale: 'nl', accept_terms: true, proof_of_work: '' } as const;
  const invitation = { email: 'bo@example.com', language: 'nl' } as const;
  const codes = [
    await codeOf(handlers.getSignUpChallenge({}, ctx)),
    await codeOf(handlers.askToSignUp(request, ctx)),
    await codeOf(handlers.openSignUp({ token }, ctx)),
    await codeOf(handlers.openSignUp({ token }, ctx)),
    await codeOf(handlers.createInvitation(invitation, ctx)),
  ];
  assert.deepEqual(codes, expected);
  assert.equal((await handlers.getSignUp({}, ctx)).mode, mode);
});

test.for(['admin', 'admin-2', 'www-11', 'xn--80ak6aa92e'])('%s is not free for a venue', async (slug) => {
  const { free } = await platform('open').checkSlug({ token, slug }, ctx);
  assert.equal(free, false);
});
