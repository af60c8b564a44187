import { newCall, runInCall } from '@venue-booking/kit/messaging/callContext';
import { createBulkhead } from '@venue-booking/kit/process/bulkhead';
import { gathered } from '@venue-booking/kit/process/gathered';
import type { Log } from '@venue-booking/kit/process/log';
import { retry } from '@venue-booking/kit/process/retry';
import { startWorker, type Worker } from '@venue-booking/kit/process/worker';
import type { BookingDatabase } from '../database.ts';
import type { MailOutcome } from '../metrics.ts';
import {
  type ClaimedMail,
  claimMail,
  noteEnd,
  noteLater,
  noteSent,
  readBookings,
  releaseMail,
  TOGETHER,
} from './mailStore.ts';
import { type EncodedMessage, type MailTransport, SendFailure } from './mailTransport.ts';
import { type Drop, type MailSources, prepareMail, type Wait } from './prepareMail.ts';
import { DRAIN_MS, delayAfter, GIVE_UP_MS, NOTING, PREPARE_MS, pauseAfter, waitForTurn } from './retries.ts';

/** Messages on their way at once, unless told otherwise. */
const AT_ONCE = 20;
/**
 * Mails per one on its way that may be claimed and not noted yet: while the database is busy, each waits for
 * it several times as long as for the mail server.
 */
const IN_HAND = 6;
/** Longest that a message waits for a connection, as what it says may be overtaken. */
const PATIENCE_MS = 2000;
/** Mail that comes within so many ms is claimed together: fewer statements, and nobody waits for it. */
const GATHER_MS = 100;

export type MailerDeps = Omit<MailSources, 'bookingOf'> & {
  database: BookingDatabase;
  transport: MailTransport;
  /** Counts what has gone out, or never will, and how often the server failed. */
  mailed: (outcome: MailOutcome) => void;
  log: Log;
};

/** Times in ms. */
export type MailerOptions = {
  atOnce?: number;
  patienceMs?: number;
  pollMs?: number;
  /** Longer than a mail may take: after it, another mailer takes the mail. */
  leaseMs?: number;
  drainMs?: number;
  /** Shortens every wait after a failure; for tests. */
  haste?: number;
};

/**
 * Sends the mail that is due until stopped; any number of mailers may run. What is refused for good fails,
 * what fails for now waits ever longer; while the server itself fails, single mails are tried.
 */
export function startMailer(deps: MailerDeps, options: MailerOptions = {}): Worker {
  const { database, transport, log } = deps;
  const { atOnce = AT_ONCE, patienceMs = PATIENCE_MS, pollMs = 1000, leaseMs = 120_000, haste = 1 } = options;
  let failures = 0;
  let pausedUntil = 0;
  const onTheirWay = createBulkhead({ atOnce, patienceMs, full: () => new Untried() });
  // Of many mails at once, as each statement waits its turn among those of bookings.
  const bookingOf = gathered((mails: ClaimedMail[]) => readBookings(database, mails), TOGETHER);
  const sources = { ...deps, bookingOf };
  const noteAsSent = gathered((mails: ClaimedMail[]) => noteSent(database, mails), TOGETHER);
  const release = gathered((mails: ClaimedMail[]) => releaseMail(database, mails), TOGETHER);

  const serverFailed = (note: string) => {
    // Those that were under way when it began are no further failures.
    if (performance.now() < pausedUntil) return;
    failures += 1;
    deps.mailed('server_failed');
    const pauseMs = pauseAfter(failures, Math.random()) / haste;
    pausedUntil = performance.now() + pauseMs;
    setTimeout(worker.wake, pauseMs).unref();
    log.warn({ note, pauseMs: Math.round(pauseMs) }, 'mail can not be sent at the moment, waiting');
  };

  const serverAnswered = () => {
    failures = 0;
    pausedUntil = 0;
  };

  /** @throws what came in between, unless the message has gone out */
  const transmit = async (message: EncodedMessage, breakOff: AbortSignal): Promise<'sent'> => {
    try {
      await transport.send(message, breakOff);
      serverAnswered();
    } catch (error) {
      if (error instanceof SendFailure && error.refusal === 'down') serverFailed(error.message);
      else if (error instanceof SendFailure) serverAnswered();
      throw error;
    }
    return 'sent';
  };

  /** @throws Untried, or what came in between, unless the mail has gone out */
  const send = async (mail: ClaimedMail, breakOff: AbortSignal): Promise<'sent' | Drop | Wait> => {
    const failuresBefore = failures;
    const message = await runInCall(newCall(PREPARE_MS), () => prepareMail(sources, mail));
    if ('drop' in message || 'wait' in message) return message;
    return onTheirWay('messages', () => {
      // Then a single mail finds out whether the server is back.
      if (failures > failuresBefore) throw new Untried();
      return transmit(message, breakOff);
    });
  };

  /** Whoever erased the guest while the mail was being made may have looked for it before it was there. */
  const forgetErased = async (mail: ClaimedMail): Promise<void> => {
    const booking = await bookingOf(mail);
    if (!booking || booking.erasedAt !== null) await transport.forget([mail]);
  };

  const sendAndNote = async (mail: ClaimedMail, breakOff: AbortSignal): Promise<void> => {
    const outcome = await send(mail, breakOff).catch((error: unknown) => ({ error }));
    if (outcome === 'sent') {
      deps.mailed('sent');
      const note = async () => {
        if (await noteAsSent(mail)) await transport.forget([mail]);
      };
      return retry(note, NOTING);
    }
    if ('error' in outcome)
      return outcome.error instanceof Untried ? release(mail) : notSent(mail, outcome.error);
    if ('wait' in outcome) return waits(mail, outcome.wait);
    // An attempt before may have left something.
    await forgetErased(mail);
    return noteEnd(database, mail, { status: 'dropped', note: outcome.drop, told: outcome.told });
  };

  /** Until the venue may mail more people; what waits for too long is of no use any more. */
  const waits = async (mail: ClaimedMail, note: string): Promise<void> => {
    if (isOld(mail)) return noteEnd(database, mail, { status: 'dropped', note, told: true });
    if (mail.attempts === 1) deps.mailed('limited');
    return noteLater(database, mail, { delayMs: waitForTurn(Math.random()) / haste, note });
  };

  const notSent = async (mail: ClaimedMail, error: unknown): Promise<void> => {
    const { refusal, message: note } =
      error instanceof SendFailure ? error : new SendFailure('later', 'could not be made');
    const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempts, note };
    if (!(error instanceof SendFailure)) log.error({ err: error, ...about }, 'mail could not be made');
    if (refusal === 'refused' || isOld(mail)) {
      log.warn(about, 'mail given up');
      deps.mailed('given_up');
      return noteEnd(database, mail, { status: 'failed', note });
    }
    if (refusal === 'later') log.info(about, 'mail not sent yet');
    return noteLater(database, mail, { delayMs: delayAfter(mail.attempts, Math.random()) / haste, note });
  };

  /** After a failure of the server a single mail finds out whether it is back. */
  const mayBeInHand = () => {
    if (performance.now() < pausedUntil) return 0;
    return failures > 0 ? 1 : IN_HAND * atOnce;
  };

  const worker = startWorker<ClaimedMail>({
    ...{ name: 'mail', pollMs, gatherMs: GATHER_MS, drainMs: options.drainMs ?? DRAIN_MS, log },
    atOnce: mayBeInHand,
    // The next mail of a booking waits for the one before.
    shares: [{ of: ({ venueId, bookingId }) => `${venueId} ${bookingId}`, most: 1 }],
    claim: (limit) => claimMail(database, { limit, leaseMs }),
    work: sendAndNote,
  });
  return worker;
}

const isOld = ({ createdAt }: ClaimedMail): boolean => Date.now() - createdAt.getTime() > GIVE_UP_MS;

/** No connection was free in time, or the server failed meanwhile: its message is to be made anew. */
class Untried extends Error {}
