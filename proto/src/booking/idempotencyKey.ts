import { z } from 'zod';

/** How long a retry with the same key returns the same booking. */
export const IDEMPOTENCY_HOURS = 24;

const MAX_LENGTH = 255;
const LENGTH = `must have 1 to ${MAX_LENGTH} characters`;

/** A client-chosen key, unique per intended action. A retry with the same key has no second effect. */
export const IdempotencyKey = z.string().min(1, LENGTH).max(MAX_LENGTH, LENGTH);
