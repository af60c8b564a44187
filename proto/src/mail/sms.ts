import { z } from 'zod';

/** The SMS that goes with a mail. */
export const SmsState = z
  .object({
    state: z
      .string()
      .describe(
        'queued: will be sent; sent; failed: the provider refused it; dropped: not wanted or not possible',
      ),
    note: z
      .string()
      .optional()
      .describe(
        'Why it was not sent. number_unusable: not a number that can get an SMS; too_many: the limit of the venue or of the number was reached; refused: by the provider; not_needed: outdated',
      ),
  })
  .describe('The SMS that goes with it; absent: none');
export type SmsState = z.infer<typeof SmsState>;
