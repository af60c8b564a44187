import { z } from 'zod';

/** How long a key answers the booking that was made with it. */
export const IDEMPOTENCY_HOURS = 24;

const MOST = 255;
const LENGTH = `must have 1 to ${MOST} characters`;

/** A text of the caller's own, once per intended action: what comes with it again is done once. */
export const IdempotencyKey = z.string().min(1, LENGTH).max(MOST, LENGTH);
