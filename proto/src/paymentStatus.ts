import { z } from 'zod';

export const PaymentStatus = z.enum(['open', 'paid', 'failed', 'canceled', 'expired', 'refunded']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** Which status may follow which, for a payment and for each attempt at it. */
export const nextPaymentStatuses = {
  open: ['paid', 'failed', 'canceled', 'expired'],
  // Money may come late: what the provider says was paid is recorded whatever we had given up before.
  failed: ['paid'],
  canceled: ['paid'],
  expired: ['paid'],
  paid: ['refunded'],
  // A refund that the provider took on may fail after all.
  refunded: ['paid'],
} satisfies Record<PaymentStatus, PaymentStatus[]>;

/** The statuses that may be followed by `status`. */
export const paymentStatusesBefore = (status: PaymentStatus): PaymentStatus[] =>
  PaymentStatus.options.filter((before) => (nextPaymentStatuses[before] as PaymentStatus[]).includes(status));
