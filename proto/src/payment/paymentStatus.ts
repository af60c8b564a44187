import { z } from 'zod';

export const PaymentStatus = z.enum(['open', 'paid', 'failed', 'canceled', 'expired', 'refunded']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;
