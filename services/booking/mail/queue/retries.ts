import { MAX_QUEUED_DAYS } from '@venue-booking/proto/mail/mailRecipients';

/** Timeouts and retry delays of mail, in ms. */

/** Timeout for reading the data of a mail. */
export const PREPARE_MS = 5000;
/** Maximum time that a stop waits for mails under way. Then they are aborted and stay queued. */
export const DRAIN_MS = 6000;

const FIRST_MS = 1000;
const LONGEST_MS = 3600_000;
/** Maximum delay while the server is away. All mail waits then, and should flow soon after it is back. */
const LONGEST_DOWN_MS = 30_000;
/** Age at which a mail that can't be sent is given up. */
export const GIVE_UP_MS = MAX_QUEUED_DAYS * 24 * 3600_000;

/** Retries of marking a mail as sent, for more than a minute: a mail that is not marked is sent again. */
export const RECORDING = { attempts: 40, pauseMs: (attempt: number) => Math.min(200 * attempt, 2000) };

/** Exponential backoff for attempts from 1. `random` (0 to 1) shortens it by up to half. */
const doubled = (attempt: number, longestMs: number, random: number): number =>
  Math.min(FIRST_MS * 2 ** (attempt - 1), longestMs) * (1 - random / 2);

/**
 * Delay of a mail after a failed attempt. Also applies if the server failed, because the mail may be the
 * cause.
 */
export const delayAfter = (attempt: number, random: number): number => doubled(attempt, LONGEST_MS, random);

/** Delay of a mail that waits for the venue's recipient limit: 10 to 20 minutes. */
export const retryAfterCap = (random: number): number => (1 + random) * 600_000;

/** Pause of all mail after consecutive failures of the server. */
export const pauseAfter = (failures: number, random: number): number =>
  doubled(failures, LONGEST_DOWN_MS, random);
