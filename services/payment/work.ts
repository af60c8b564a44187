import { newCall, runInCall } from '@venue-booking/kit/messaging/callContext';
import { within } from '@venue-booking/kit/process/within';
import { startWorker, type Worker } from '@venue-booking/kit/process/worker';
import { byKey } from './database.ts';
import type { PaymentDeps } from './deps.ts';
import { endHold } from './endHold.ts';
import { claimJobs, type Job, planNextAsking, planNextLook, putOff, waitForHoldEnd } from './jobStore.ts';
import { makeCheckout } from './makeCheckout.ts';
import { makeRefund } from './makeRefund.ts';
import { findPayableAttempt, newAttempt } from './paymentStore.ts';
import { PROVIDER_TIMEOUT_MS, ProviderError } from './provider.ts';
import { CALLS_AT_ONCE } from './providerCalls.ts';
import { refreshPayment } from './refreshPayment.ts';

/** Jobs under way at once, of all venues. */
const AT_ONCE = 256;
/** How long a job may take, in ms: less than its lease. */
const JOB_BUDGET_MS = 18_000;
/** The wait after a job that failed, in ms, doubles from the first to the longest. */
const FIRST_WAIT_MS = 500;
const HOUR_MS = 3600_000;
const LONGEST_WAIT_MS: Record<Job['kind'], number> = { payment: 60_000, attempt: HOUR_MS, refund: HOUR_MS };
/** Tries at asking about an attempt, over some minutes: then that is left to the next time planned. */
const MOST_TRIES = 10;

/** Does what is due of payments until stopped. */
export const startPaymentWorker = (deps: PaymentDeps): Worker =>
  startWorker<Job>({
    name: 'payments',
    atOnce: () => AT_ONCE,
    // As many as the provider of an account is asked at once: more would wait here, where nobody else can
    // take them.
    shares: [{ of: ({ venueId }) => venueId, most: CALLS_AT_ONCE }],
    claim: (room, underWay) => claimJobs(deps, { room, share: CALLS_AT_ONCE, underWay }),
    work: (job) => doJob(deps, job),
    pollMs: Math.min(1000, deps.sweepIntervalMs),
    drainMs: PROVIDER_TIMEOUT_MS,
    log: deps.log,
  });

/**
 * Does what is due, and says when it is due again. All of it can come twice, and calls a provider, so none
 * runs in a transaction.
 * @throws what it failed of
 */
export async function doJob(deps: PaymentDeps, job: Job): Promise<void> {
  try {
    // A job that never ends would hold its place for good.
    await runInCall(newCall(JOB_BUDGET_MS), () => within(JOB_BUDGET_MS, todo(deps, job)));
  } catch (error) {
    const isAway = error instanceof ProviderError;
    if (!isAway) deps.log.error({ err: error, job: job.id, kind: job.kind }, 'payment work failed');
    if (job.kind === 'attempt' && job.tries >= MOST_TRIES) await planNextAsking(deps, job, { anyway: true });
    else await putOff(deps, job, waitAfter(job, isAway));
    throw error;
  }
}

const waitAfter = ({ kind, tries }: Job, isAway: boolean): number =>
  Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 20), isAway ? LONGEST_WAIT_MS[kind] : HOUR_MS);

async function todo(deps: PaymentDeps, job: Job): Promise<void> {
  const { venueId, id } = job;
  switch (job.kind) {
    case 'payment':
      return lookAtPayment(deps, job);
    case 'attempt':
      if (job.unwanted) await endHold(deps, { venueId, paymentId: job.paymentId });
      else if (job.isMade) await refreshPayment(deps, { venueId, attemptId: id });
      else await askAgain(deps, job);
      return planNextAsking(deps, job);
    case 'refund':
      if (!job.isAsked) return makeRefund(deps, { venueId, refundId: id });
      await refreshPayment(deps, { venueId, attemptId: job.attemptId });
      return planNextLook(deps, job);
  }
}

/** Makes the checkout beforehand, so that its guest need not wait; ends it when the hold is over. */
async function lookAtPayment(deps: PaymentDeps, job: Job): Promise<void> {
  const { database } = deps;
  const { venueId, id } = job;
  const payment = await database.payment.findUniqueOrThrow({ where: byKey(venueId, id) });
  if (payment.status !== 'open' || payment.holdUntil.getTime() <= Date.now())
    return endHold(deps, { venueId, paymentId: id });
  const attempt = (await newAttempt(database, payment)) ?? (await findPayableAttempt(database, payment));
  if (attempt?.providerId === null && (await makeCheckout(deps, payment, attempt)).state === 'unavailable')
    throw new ProviderError('unavailable', 'the provider makes no checkout at the moment');
  await waitForHoldEnd(deps, job);
}

/** Asked under the same key, the provider tells again of a checkout that we have no answer about. */
async function askAgain(deps: PaymentDeps, { venueId, id }: Job): Promise<void> {
  const attempt = await deps.database.attempt.findUniqueOrThrow({
    where: byKey(venueId, id),
    include: { payment: true },
  });
  if ((await makeCheckout(deps, attempt.payment, attempt)).state === 'unavailable')
    throw new ProviderError('unavailable', 'its checkout is being made');
}
