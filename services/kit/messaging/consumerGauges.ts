import { eventStream } from '@venue-booking/proto/subjects';
import type { Log } from '../logging/log.ts';
import { cachedGauges } from '../metrics/cachedGauges.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Consumer, Messaging } from './messaging.ts';

/**
 * Measures the broker's backlog of a service's consumers, for all replicas together. Records nothing in
 * single-process mode.
 */
export function measureConsumers(deps: {
  metrics: Metrics;
  messaging: Messaging;
  consumers: readonly Consumer[];
  log: Log;
}): void {
  const { messaging, consumers } = deps;
  cachedGauges(
    { ...deps, labelNames: ['stream', 'consumer'] },
    {
      venue_booking_consumer_pending_events: 'Events at the broker that were not delivered to a consumer yet',
      venue_booking_consumer_unacknowledged_events:
        'Events that were delivered to a consumer but not acknowledged yet',
      venue_booking_consumer_redelivered_events: 'Unacknowledged events that were delivered more than once',
    },
    async () => {
      const samples = await Promise.all(
        consumers.map(async (consumer) => {
          const backlog = await messaging.backlog(consumer);
          if (!backlog) return [];
          const labels = { stream: eventStream(consumer.from).name, consumer: consumer.name };
          return [
            { name: 'venue_booking_consumer_pending_events', labels, value: backlog.pending },
            { name: 'venue_booking_consumer_unacknowledged_events', labels, value: backlog.unacknowledged },
            { name: 'venue_booking_consumer_redelivered_events', labels, value: backlog.redelivered },
          ] as const;
        }),
      );
      return samples.flat();
    },
  );
}
