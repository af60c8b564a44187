import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import { withTimeout } from '@venue-booking/kit/concurrency/withTimeout';
import { startWorker, type Worker } from '@venue-booking/kit/scheduling/worker';
import { endHold } from '../checkout/endHold.ts';
import { makeCheckout } from '../checkout/makeCheckout.ts';
import { byKey } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import { createAttempt, findPayableAttempt } from '../payments/paymentStore.ts';
import { MAX_CONCURRENT_CALLS } from '../providers/callProvider.ts';
import { PROVIDER_TIMEOUT_MS, ProviderError } from '../providers/provider.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';
import { makeRefund } from '../refunds/makeRefund.ts';
import {
  claimJobs,
  type Job,
  planHoldEnd,
  planNextRefresh,
  planNextRefundCheck,
  postponeJob,
} from './jobStore.ts';

/** Maximum number of concurrent jobs of all venues. */
const MAX_CONCURRENT = 256;
/** Time limit of a job in ms, shorter than its lease. */
const JOB_BUDGET_MS = 18_000;
/** Backoff after a failed job in ms. It doubles from the first wait to the longest. */
const FIRST_WAIT_MS = 500;
const HOUR_MS = 3600_000;
const MAX_WAIT_MS: Record<Job['kind'], number> = { payment: 60_000, attempt: HOUR_MS, refund: HOUR_MS };
/** Maximum tries to ask about an attempt, over some minutes. Then the next planned time applies. */
const MAX_TRIES = 10;

/** Processes due payment work until stopped. */
export const startPaymentWorker = (deps: PaymentDeps): Worker =>
  startWorker<Job>({
    name: 'payments',
    maxConcurrent: () => MAX_CONCURRENT,
    // The limit of concurrent provider calls per account. More jobs would only wait here, where no other
    // replica can claim them.
    limits: [{ keyOf: ({ venueId }) => venueId, maximum: MAX_CONCURRENT_CALLS }],
    claim: (limit, running) => claimJobs(deps, { limit, share: MAX_CONCURRENT_CALLS, running }),
    work: (job) => runJob(deps, job),
    pollMs: Math.min(1000, deps.sweepIntervalMs),
    drainMs: PROVIDER_TIMEOUT_MS,
    log: deps.log,
  });

/**
 * Does a due job and plans the next time it is due. Each job is idempotent and calls a provider, so none runs
 * in a transaction.
 * @throws the error of the job
 */
export async function runJob(deps: PaymentDeps, job: Job): Promise<void> {
  try {
    // A job that hangs would otherwise occupy its slot for good.
    await runInCall(newCall(JOB_BUDGET_MS), () => withTimeout(JOB_BUDGET_MS, performJob(deps, job)));
  } catch (error) {
    const isUnavailable = error instanceof ProviderError;
    if (!isUnavailable) deps.log.error({ err: error, job: job.id, kind: job.kind }, 'payment job failed');
    if (job.kind === 'attempt' && job.tries >= MAX_TRIES) await planNextRefresh(deps, job, { anyway: true });
    else await postponeJob(deps, job, backoffAfter(job, isUnavailable));
    throw error;
  }
}

const backoffAfter = ({ kind, tries }: Job, isUnavailable: boolean): number =>
  Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 20), isUnavailable ? MAX_WAIT_MS[kind] : HOUR_MS);

async function performJob(deps: PaymentDeps, job: Job): Promise<void> {
  const { venueId, id } = job;
  switch (job.kind) {
    case 'payment':
      return preparePayment(deps, job);
    case 'attempt':
      if (job.isPaymentOver) await endHold(deps, { venueId, paymentId: job.paymentId });
      else if (job.isCreated) await refreshPayment(deps, { venueId, attemptId: id });
      else await retryCheckout(deps, job);
      return planNextRefresh(deps, job);
    case 'refund':
      if (!job.isAccepted) return makeRefund(deps, { venueId, refundId: id });
      await refreshPayment(deps, { venueId, attemptId: job.attemptId });
      return planNextRefundCheck(deps, job);
  }
}

/** Creates the checkout in advance, so that the guest need not wait. Ends it when the hold is over. */
async function preparePayment(deps: PaymentDeps, job: Job): Promise<void> {
  const { database } = deps;
  const { venueId, id } = job;
  const payment = await database.payment.findUniqueOrThrow({ where: byKey(venueId, id) });
  if (payment.status !== 'open' || payment.holdUntil.getTime() <= Date.now())
    return endHold(deps, { venueId, paymentId: id });
  const attempt = (await createAttempt(database, payment)) ?? (await findPayableAttempt(database, payment));
  if (attempt?.providerId === null && (await makeCheckout(deps, payment, attempt)).state === 'unavailable')
    throw new ProviderError('unavailable', 'the provider cannot create a checkout at the moment');
  await planHoldEnd(deps, job);
}

/**
 * Repeats a creation whose response was lost. The idempotency key makes the provider return the same
 * checkout.
 */
async function retryCheckout(deps: PaymentDeps, { venueId, id }: Job): Promise<void> {
  const attempt = await deps.database.attempt.findUniqueOrThrow({
    where: byKey(venueId, id),
    include: { payment: true },
  });
  if ((await makeCheckout(deps, attempt.payment, attempt)).state === 'unavailable')
    throw new ProviderError('unavailable', 'its checkout is being made');
}
