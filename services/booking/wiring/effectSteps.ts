import type { EffectSteps } from '../core/publish.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { mailSteps } from '../mail/queue/queueMail.ts';
import { venueNoticeStep } from '../mail/venue/queueVenueNotices.ts';
import { deliverySteps } from '../webhooks/queueDeliveries.ts';

/** The effects of every change of a booking: mail to the guest, a notice to the venue, webhook deliveries. */
export const effectSteps: EffectSteps = (
  subject,
  { notifyGuest = true, notifyVenue = true, ...details },
) => Prisma.sql`
  ${mailSteps(subject, { notifyGuest, ...details })},
  ${notifyVenue ? Prisma.sql`${venueNoticeStep(subject)},` : Prisma.empty}
  ${deliverySteps(subject)}`;
