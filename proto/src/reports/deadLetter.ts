import { z } from 'zod';

/** Services that consume events. */
export const EventConsumer = z.enum(['payment', 'booking', 'availability']);

/** State of a service behind the gateway. */
export const ServiceState = z.object({
  service: z.string(),
  answers: z.boolean().describe('False if it did not respond in time'),
  dead_letters: z
    .int()
    .nullable()
    .describe('Number of its dead letters; null if it consumes no events or is unavailable'),
});
export type ServiceState = z.infer<typeof ServiceState>;

/** An event that could not be applied. */
export const DeadLetter = z.object({
  id: z.uuid(),
  service: z.string().describe('The service that could not apply the event'),
  subject: z.string(),
  venue_id: z.int().nullable(),
  payload: z.record(z.string(), z.unknown()).describe('Payload of the event: ids and states'),
  error: z.string(),
  created_at: z.iso.datetime(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;
