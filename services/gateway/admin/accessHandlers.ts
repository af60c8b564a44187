import { type AdminDeps, handlersAtVenue } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';

/** Handlers of tokens, calendar feeds and outgoing webhooks with their deliveries. */
export function accessHandlers({
  backends: { catalog, booking },
  invalidateCallers,
  publicUrl,
}: AdminDeps): AdminHandlers<'token' | 'feed' | 'webhook'> {
  const atVenue = handlersAtVenue(catalog);
  return {
    createToken: ({ slug, ...token }) => catalog.createToken.mutate({ slug, token }),
    listTokens: (input) => catalog.listTokens.query(input),
    revokeToken: (input) => catalog.revokeToken.mutate(input).finally(invalidateCallers),

    listFeeds: atVenue((of) => booking.desk.listFeeds.query(of)),
    renewFeed: atVenue(async ({ venueId, id, ...contents }) => {
      const secret = await booking.desk.renewFeed.mutate({ venueId, facilityId: id, ...contents });
      return { url: `${publicUrl}/calendars/${secret}.ics` };
    }),
    endFeed: atVenue(async ({ venueId, id }) => {
      await booking.desk.endFeed.mutate({ venueId, facilityId: id });
      return {};
    }),

    createWebhook: atVenue(({ venueId, ...webhook }) => booking.webhooks.create.mutate({ venueId, webhook })),
    listWebhooks: atVenue((of) => booking.webhooks.list.query(of)),
    getWebhook: atVenue((of) => booking.webhooks.get.query(of)),
    patchWebhook: atVenue(({ venueId, id, ...patch }) =>
      booking.webhooks.patch.mutate({ of: { venueId, id }, patch }),
    ),
    deleteWebhook: atVenue((of) => booking.webhooks.delete.mutate(of)),
    rotateWebhookSecret: atVenue((of) => booking.webhooks.rotateSecret.mutate(of)),
    testWebhook: atVenue((of) => booking.webhooks.test.mutate(of)),
    listWebhookDeliveries: atVenue(({ venueId, id, ...query }) =>
      booking.webhooks.deliveries.query({ of: { venueId, id }, query }),
    ),
    replayWebhookDelivery: atVenue(({ delivery_id: deliveryId, ...of }) =>
      booking.webhooks.replay.mutate({ of, deliveryId }),
    ),
  };
}
