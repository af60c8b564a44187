import { createPutAside } from '@venue-booking/kit/events/putAside';
import type { Delivery, ReplayableConsumer } from '@venue-booking/kit/messaging/messaging';
import { type EventOf, readEvent } from '@venue-booking/proto/events';
import type { PaymentDeps } from './deps.ts';

/**
 * Work that replicas of the release before put on the queue, which still waits there or comes while services
 * are upgraded: its row is due. Goes with the next release, and its four events with it.
 */
export function formerJobs(deps: PaymentDeps): ReplayableConsumer {
  const { database, wakeWorker } = deps;
  const due = new Date(0);
  const toBeLookedAt = ({ venueId, paymentId }: { venueId: number; paymentId: string }) =>
    database.payment.updateMany({ where: { venueId, id: paymentId }, data: { nextLookAt: due } });
  const makeDue = {
    'events.payment.checkout_requested': toBeLookedAt,
    'events.payment.hold_ended': async (of: EventOf<'events.payment.hold_ended'>) => {
      const { venueId, paymentId } = of;
      await database.attempt.updateMany({
        where: { venueId, paymentId, status: 'open', payment: { status: { not: 'open' } } },
        data: { nextRefreshAt: due },
      });
      return toBeLookedAt(of);
    },
    'events.payment.refresh_requested': ({
      venueId,
      attemptId,
    }: EventOf<'events.payment.refresh_requested'>) =>
      database.attempt.updateMany({
        where: { venueId, id: attemptId },
        data: { refreshWanted: true, nextRefreshAt: due },
      }),
    'events.payment.refund_requested': ({ venueId, refundId }: EventOf<'events.payment.refund_requested'>) =>
      database.refund.updateMany({ where: { venueId, id: refundId }, data: { nextTryAt: due } }),
  };
  const subjects = Object.keys(makeDue) as (keyof typeof makeDue)[];
  const putAside = createPutAside({ ...deps, service: 'payment' });
  const apply = async ({ subject, payload }: Delivery) => {
    const make = makeDue[subject as keyof typeof makeDue] as (of: unknown) => Promise<{ count: number }>;
    const { count } = await make(readEvent(subject, payload));
    if (count === 0) throw new Error('work on what is not there');
    wakeWorker();
  };
  return {
    name: 'payment_work',
    from: 'payment',
    subjects,
    apply,
    handle: (delivery) => apply(delivery).catch((error: unknown) => putAside(delivery, error)),
  };
}
