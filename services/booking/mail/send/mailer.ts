import { batchCalls } from '@venue-booking/kit/concurrency/batchCalls';
import { createBulkhead } from '@venue-booking/kit/concurrency/bulkhead';
import { newCall, withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import { retry } from '@venue-booking/kit/concurrency/retry';
import type { Log } from '@venue-booking/kit/logging/log';
import { COLLECT_MS, startWorker, type Worker } from '@venue-booking/kit/scheduling/worker';
import { inEntrySpan, inSpan, isTracing } from '@venue-booking/kit/tracing/spans';
import type { BookingDatabase } from '../../database.ts';
import type { MailOutcome } from '../../metrics.ts';
import {
  BATCHING,
  type ClaimedMail,
  claimMail,
  readBookings,
  recordEnd,
  recordRetry,
  recordSent,
  releaseMail,
  traceOf,
} from '../queue/mailStore.ts';
import {
  DRAIN_MS,
  delayAfter,
  GIVE_UP_MS,
  PREPARE_MS,
  pauseAfter,
  RECORDING,
  retryAfterCap,
} from '../queue/retries.ts';
import { type EncodedMessage, type MailTransport, SendFailure } from '../transport/mailTransport.ts';
import { type Delay, type Drop, type MailSources, prepareMail } from './prepareMail.ts';

/** Default number of messages sent concurrently. */
const MAX_CONCURRENT = 20;
/**
 * Claimed mails per concurrent message. While the database is busy, a mail waits for it several times as long
 * as for the mail server.
 */
const CLAIMED_PER_MESSAGE = 6;
/** Maximum wait for a connection. Longer, and the message's content may be outdated. */
const CONNECTION_WAIT_MS = 2000;

export type MailerDeps = Omit<MailSources, 'bookingOf'> & {
  database: BookingDatabase;
  transport: MailTransport;
  /** Counts mails by outcome, and failures of the server. */
  mailed: (outcome: MailOutcome) => void;
  log: Log;
};

/** Times in ms. */
export type MailerOptions = {
  maxConcurrent?: number;
  connectionWaitMs?: number;
  pollMs?: number;
  /** Must exceed the time that a mail takes: afterwards another mailer claims it. */
  leaseMs?: number;
  drainMs?: number;
  /** Divides every wait after a failure, for tests. */
  speedup?: number;
};

/**
 * Sends due mail until stopped; several mailers may run. A permanent failure ends a mail, a temporary one is
 * retried with growing delays. While the server itself fails, only single mails are attempted.
 */
export function startMailer(deps: MailerDeps, options: MailerOptions = {}): Worker {
  const { database, transport, log } = deps;
  const {
    maxConcurrent = MAX_CONCURRENT,
    connectionWaitMs = CONNECTION_WAIT_MS,
    pollMs = 1000,
    leaseMs = 120_000,
    speedup = 1,
  } = options;
  let failures = 0;
  let pausedUntil = 0;
  const transmitBulkhead = createBulkhead({
    maxConcurrent,
    maxWaitMs: connectionWaitMs,
    createError: () => new NotAttempted(),
  });
  // Batched, because every statement competes with those of bookings for a connection.
  const bookingOf = batchCalls(
    (mails: Pick<ClaimedMail, 'venueId' | 'bookingId'>[]) => readBookings(database, mails),
    BATCHING,
  );
  const sources = { ...deps, bookingOf };
  const markSent = batchCalls((mails: ClaimedMail[]) => recordSent(database, mails), BATCHING);
  const release = batchCalls((mails: ClaimedMail[]) => releaseMail(database, mails), BATCHING);

  const serverFailed = (note: string) => {
    // Failures of messages that were already under way don't count again.
    if (performance.now() < pausedUntil) return;
    failures += 1;
    deps.mailed('server_failed');
    const pauseMs = pauseAfter(failures, Math.random()) / speedup;
    pausedUntil = performance.now() + pauseMs;
    setTimeout(worker.wake, pauseMs).unref();
    log.warn({ note, pauseMs: Math.round(pauseMs) }, 'mail can not be sent at the moment, waiting');
  };

  const serverResponded = () => {
    failures = 0;
    pausedUntil = 0;
  };

  /** @throws the cause, unless the message was sent */
  const transmit = async (message: EncodedMessage, breakOff: AbortSignal): Promise<'sent'> => {
    try {
      await transport.send(message, breakOff);
      serverResponded();
    } catch (error) {
      if (error instanceof SendFailure && error.kind === 'unavailable') serverFailed(error.message);
      else if (error instanceof SendFailure) serverResponded();
      throw error;
    }
    return 'sent';
  };

  /** @throws NotAttempted or the cause, unless the mail was sent */
  const send = async (mail: ClaimedMail, breakOff: AbortSignal): Promise<'sent' | Drop | Delay> => {
    const failuresBefore = failures;
    const message = await inSpan('compose', {}, () =>
      withOwnDeadline(PREPARE_MS, () => prepareMail(sources, mail)),
    );
    if ('dropReason' in message || 'delayReason' in message) return message;
    return transmitBulkhead('messages', () => {
      // The server has failed meanwhile, and a single mail will probe it.
      if (failures > failuresBefore) throw new NotAttempted();
      return inSpan('transmit', { kind: 'client' }, () => transmit(message, breakOff));
    });
  };

  /** An erasure that ran while the mail was composed may have found nothing to delete yet. */
  const deleteErased = async (mail: ClaimedMail): Promise<void> => {
    const booking = await bookingOf(mail);
    if (!booking || booking.erasedAt !== null) await transport.delete([mail]);
  };

  /** Sends a mail as a part of the trace that queued it. */
  const sendTraced = async (mail: ClaimedMail, breakOff: AbortSignal) => {
    const parent = isTracing() ? await traceOf(database, mail) : null;
    if (parent === null) return send(mail, breakOff);
    const call = newCall(Number.POSITIVE_INFINITY, parent);
    return inEntrySpan(call, `mail ${mail.kind}`, { kind: 'consumer', parent }, () => send(mail, breakOff));
  };

  const sendAndRecord = async (mail: ClaimedMail, breakOff: AbortSignal): Promise<void> => {
    const outcome = await sendTraced(mail, breakOff).catch((error: unknown) => ({ error }));
    if (outcome === 'sent') {
      deps.mailed('sent');
      const record = async () => {
        if (await markSent(mail)) await transport.delete([mail]);
      };
      return retry(record, RECORDING);
    }
    if ('error' in outcome)
      return outcome.error instanceof NotAttempted ? release(mail) : handleFailure(mail, outcome.error);
    if ('delayReason' in outcome)
      return outcome.until ? release({ ...mail, dueAt: outcome.until }) : delay(mail, outcome.delayReason);
    // An earlier attempt may have stored the mail.
    await deleteErased(mail);
    return recordEnd(database, mail, {
      status: 'dropped',
      note: outcome.dropReason,
      inHistory: outcome.inHistory,
    });
  };

  /** Retries after the venue's recipient limit allows more people; drops the mail when it is too old. */
  const delay = async (mail: ClaimedMail, note: string): Promise<void> => {
    if (isOld(mail)) return recordEnd(database, mail, { status: 'dropped', note, inHistory: true });
    if (mail.attempts === 1) deps.mailed('limited');
    return recordRetry(database, mail, { delayMs: retryAfterCap(Math.random()) / speedup, note });
  };

  const handleFailure = async (mail: ClaimedMail, error: unknown): Promise<void> => {
    const { kind: failure, message: note } =
      error instanceof SendFailure ? error : new SendFailure('temporary', 'could not be made');
    const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempts, note };
    if (!(error instanceof SendFailure)) log.error({ err: error, ...about }, 'mail could not be made');
    if (failure === 'permanent' || isOld(mail)) {
      log.warn(about, 'mail given up');
      deps.mailed('given_up');
      return recordEnd(database, mail, { status: 'failed', note });
    }
    if (failure === 'temporary') log.info(about, 'mail not sent yet');
    return recordRetry(database, mail, { delayMs: delayAfter(mail.attempts, Math.random()) / speedup, note });
  };

  /** After a failure of the server, a single mail probes it. */
  const maxClaimed = () => {
    if (performance.now() < pausedUntil) return 0;
    return failures > 0 ? 1 : CLAIMED_PER_MESSAGE * maxConcurrent;
  };

  const worker = startWorker<ClaimedMail>({
    ...{ name: 'mail', pollMs, collectMs: COLLECT_MS, drainMs: options.drainMs ?? DRAIN_MS, log },
    maxConcurrent: maxClaimed,
    // Mails of one booking are sent one after the other.
    limits: [{ keyOf: ({ venueId, bookingId }) => `${venueId} ${bookingId}`, maximum: 1 }],
    claim: (limit) => claimMail(database, { limit, leaseMs }),
    work: sendAndRecord,
  });
  return worker;
}

const isOld = ({ createdAt }: ClaimedMail): boolean => Date.now() - createdAt.getTime() > GIVE_UP_MS;

/** No connection was free in time, or the server failed meanwhile. The message must be composed again. */
class NotAttempted extends Error {}
