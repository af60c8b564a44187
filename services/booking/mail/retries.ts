import { WAITS_DAYS } from '@venue-booking/proto/mailRecipients';

/** How long mail waits, and when it is tried again. Times in ms. */

/** Longest that asking for what a mail needs may take. */
export const PREPARE_MS = 5000;
/** Longest that a stop waits for mails under way; then they are broken off and stay queued. */
export const DRAIN_MS = 6000;

const FIRST_MS = 1000;
const LONGEST_MS = 3600_000;
/** Longest wait while the server is away: then all wait, and mail should flow soon after it is back. */
const LONGEST_DOWN_MS = 30_000;
/** Age at which a mail that can't be sent is given up. */
export const GIVE_UP_MS = WAITS_DAYS * 24 * 3600_000;

/** How it is noted that a mail has gone out, for a minute and more: what is not noted is sent again. */
export const NOTING = { attempts: 40, pauseMs: (attempt: number) => Math.min(200 * attempt, 2000) };

/** Doubles with every attempt from 1 on; `random` (0 to 1) spreads it by shortening it by half at most. */
const doubled = (attempt: number, longestMs: number, random: number): number =>
  Math.min(FIRST_MS * 2 ** (attempt - 1), longestMs) * (1 - random / 2);

/** The wait of a mail after a failed attempt, also of the server: the mail may have been its cause. */
export const delayAfter = (attempt: number, random: number): number => doubled(attempt, LONGEST_MS, random);

/** The wait of a mail whose venue has mailed as many people as it may: 10 to 20 minutes. */
export const waitForTurn = (random: number): number => (1 + random) * 600_000;

/** The wait of all mail after the server failed so many times in a row. */
export const pauseAfter = (failures: number, random: number): number =>
  doubled(failures, LONGEST_DOWN_MS, random);
