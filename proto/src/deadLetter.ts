import { z } from 'zod';

/** The services that apply events of others. */
export const AppliedBy = z.enum(['payment', 'booking', 'availability']);

/** How a service behind the gateway fares. */
export const ServiceState = z.object({
  service: z.string(),
  answers: z.boolean().describe('False when it did not answer in time'),
  dead_letters: z
    .int()
    .nullable()
    .describe('Events that it could not apply; null when it applies none, or can not be asked'),
});
export type ServiceState = z.infer<typeof ServiceState>;

/** An event that could not be applied. */
export const DeadLetter = z.object({
  id: z.uuid(),
  service: z.string().describe('The service that could not apply it'),
  subject: z.string(),
  venue_id: z.int().nullable(),
  payload: z.record(z.string(), z.unknown()).describe('Ids and states'),
  error: z.string(),
  created_at: z.iso.datetime(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;
