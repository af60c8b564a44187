import type { AdminHandlers } from './procedures.ts';
import { type AdminDeps, ofVenue } from './writes.ts';

/** Tokens, calendar feeds and outgoing webhooks with their deliveries. */
export function accessHandlers({
  backends: { catalog, booking },
  forgetCallers,
  publicUrl,
}: AdminDeps): Pick<AdminHandlers, 'token' | 'feed' | 'webhook'> {
  return {
    token: {
      createToken: ({ slug, ...token }) => catalog.createToken.mutate({ slug, token }),
      listTokens: (input) => catalog.listTokens.query(input),
      async revokeToken(input) {
        const revoked = await catalog.revokeToken.mutate(input);
        forgetCallers();
        return revoked;
      },
    },

    feed: {
      listFeeds: async (input) => booking.desk.listFeeds.query(await ofVenue(catalog, input)),
      async renewFeed(input) {
        const { venueId, id } = await ofVenue(catalog, input);
        const secret = await booking.desk.renewFeed.mutate({ venueId, facilityId: id });
        return { url: `${publicUrl}/calendars/${secret}.ics` };
      },
      async endFeed(input) {
        const { venueId, id } = await ofVenue(catalog, input);
        await booking.desk.endFeed.mutate({ venueId, facilityId: id });
        return {};
      },
    },

    webhook: {
      createWebhook: async ({ slug, ...webhook }) =>
        booking.webhooks.create.mutate({ ...(await ofVenue(catalog, { slug })), webhook }),
      listWebhooks: async (input) => booking.webhooks.list.query(await ofVenue(catalog, input)),
      getWebhook: async (input) => booking.webhooks.get.query(await ofVenue(catalog, input)),
      patchWebhook: async ({ slug, id, ...patch }) =>
        booking.webhooks.patch.mutate({ of: await ofVenue(catalog, { slug, id }), patch }),
      deleteWebhook: async (input) => booking.webhooks.delete.mutate(await ofVenue(catalog, input)),
      rotateWebhookSecret: async (input) =>
        booking.webhooks.rotateSecret.mutate(await ofVenue(catalog, input)),
      testWebhook: async (input) => booking.webhooks.test.mutate(await ofVenue(catalog, input)),
      listWebhookDeliveries: async ({ slug, id, ...query }) =>
        booking.webhooks.deliveries.query({ of: await ofVenue(catalog, { slug, id }), query }),
      replayWebhookDelivery: async ({ delivery_id, ...input }) =>
        booking.webhooks.replay.mutate({ of: await ofVenue(catalog, input), deliveryId: delivery_id }),
    },
  };
}
