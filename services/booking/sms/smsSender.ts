import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import { retry } from '@venue-booking/kit/concurrency/retry';
import type { Log } from '@venue-booking/kit/logging/log';
import { COLLECT_MS, startWorker, type Worker } from '@venue-booking/kit/scheduling/worker';
import { DRAIN_MS, delayAfter, PREPARE_MS, RECORDING } from '../mail/queue/retries.ts';
import type { SmsLimits } from '../mail/queue/smsLimits.ts';
import { SendFailure } from '../mail/transport/mailTransport.ts';
import type { SmsOutcome } from '../metrics.ts';
import { type SmsContentDeps, smsContent } from './smsContent.ts';
import type { SmsProvider } from './smsProvider.ts';
import {
  type ClaimedSms,
  claimSms,
  countSms,
  recordSmsEnd,
  recordSmsRetry,
  type SmsSource,
} from './smsQueue.ts';

export type SmsSenderDeps = SmsContentDeps & {
  provider: SmsProvider;
  limits: Pick<SmsLimits, 'counting'>;
  /** Counts SMS by outcome. */
  texted: (outcome: SmsOutcome) => void;
  log: Log;
  pollMs?: number;
};

const MAX_CONCURRENT = 5;
/** Longer than an attempt takes. */
const LEASE_MS = 60_000;

/**
 * Sends the due SMS of one kind of row until stopped. Several may run. An SMS has its own state in the row of
 * its mail: neither waits for the other. A failed one is retried until its visit or offer is over.
 */
export function startSmsSender(deps: SmsSenderDeps, source: SmsSource): Worker {
  const { database, log, pollMs = 1000 } = deps;
  return startWorker<ClaimedSms>({
    ...{ name: `SMS (${source})`, log, pollMs, collectMs: COLLECT_MS, drainMs: DRAIN_MS },
    maxConcurrent: () => MAX_CONCURRENT,
    claim: (limit) => claimSms(database, source, { limit, leaseMs: LEASE_MS }),
    work: (sms, breakOff) => sendSms(deps, { source, sms, breakOff }),
  });
}

type Job = { source: SmsSource; sms: ClaimedSms; breakOff: AbortSignal };

async function sendSms(deps: SmsSenderDeps, { source, sms, breakOff }: Job): Promise<void> {
  const { database, provider, log } = deps;
  const about = { sms: sms.smsId, of: source, attempt: sms.attempts };
  try {
    const content = await runInCall(newCall(PREPARE_MS), () => smsContent(deps, source, sms));
    if ('until' in content) return void (await recordSmsRetry(database, source, { sms, at: content.until }));
    if ('drop' in content) {
      const status = content.drop === null ? null : 'dropped';
      return void (await recordSmsEnd(database, source, { sms, status, note: content.drop }));
    }
    const counting = deps.limits.counting(sms.venueId, content.to);
    const isAllowed = sms.counted || (await countSms(database, source, { sms, counting }));
    if (isAllowed === null) return;
    if (!isAllowed) {
      deps.texted('limited');
      return void (await recordSmsEnd(database, source, { sms, status: 'dropped', note: 'too_many' }));
    }
    await provider.send({ id: sms.smsId ?? sms.id, ...content }, breakOff);
  } catch (error) {
    const note = error instanceof SendFailure ? error.message : 'could not be made';
    if (!(error instanceof SendFailure)) log.error({ err: error, ...about }, 'SMS could not be made');
    if (error instanceof SendFailure && error.kind === 'permanent') {
      log.warn({ ...about, note }, 'SMS refused');
      deps.texted('refused');
      return void (await recordSmsEnd(database, source, { sms, status: 'failed', note: 'refused' }));
    }
    log.warn({ ...about, note }, 'SMS not sent yet');
    deps.texted('provider_failed');
    const at = new Date(Date.now() + delayAfter(sms.attempts, Math.random()));
    return void (await recordSmsRetry(database, source, { sms, at }));
  }
  deps.texted('sent');
  await retry(() => recordSmsEnd(database, source, { sms, status: 'sent' }), RECORDING);
}
