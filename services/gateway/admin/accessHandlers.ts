import type { AdminHandlers } from './procedures.ts';
import { type AdminDeps, venueIdOf } from './writes.ts';

/** Tokens, calendar feeds and outgoing webhooks with their deliveries. */
export function accessHandlers({
  backends: { catalog, booking },
  forgetCallers,
  publicUrl,
}: AdminDeps): Pick<AdminHandlers, 'token' | 'feed' | 'webhook'> {
  const ofVenue = async <T extends { slug: string }>({ slug, ...rest }: T) => ({
    ...rest,
    venueId: await venueIdOf(catalog, slug),
  });

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
      listFeeds: async (input) => booking.desk.listFeeds.query(await ofVenue(input)),
      async renewFeed(input) {
        const { venueId, id } = await ofVenue(input);
        const secret = await booking.desk.renewFeed.mutate({ venueId, facilityId: id });
        return { url: `${publicUrl}/calendars/${secret}.ics` };
      },
      async endFeed(input) {
        const { venueId, id } = await ofVenue(input);
        await booking.desk.endFeed.mutate({ venueId, facilityId: id });
        return {};
      },
    },

    webhook: {
      createWebhook: async ({ slug, ...webhook }) =>
        booking.webhooks.create.mutate({ ...(await ofVenue({ slug })), webhook }),
      listWebhooks: async (input) => booking.webhooks.list.query(await ofVenue(input)),
      getWebhook: async (input) => booking.webhooks.get.query(await ofVenue(input)),
      patchWebhook: async ({ slug, id, ...patch }) =>
        booking.webhooks.patch.mutate({ of: await ofVenue({ slug, id }), patch }),
      deleteWebhook: async (input) => booking.webhooks.delete.mutate(await ofVenue(input)),
      rotateWebhookSecret: async (input) => booking.webhooks.rotateSecret.mutate(await ofVenue(input)),
      testWebhook: async (input) => booking.webhooks.test.mutate(await ofVenue(input)),
      listWebhookDeliveries: async ({ slug, id, ...query }) =>
        booking.webhooks.deliveries.query({ of: await ofVenue({ slug, id }), query }),
      replayWebhookDelivery: async ({ delivery_id, ...input }) =>
        booking.webhooks.replay.mutate({ of: await ofVenue(input), deliveryId: delivery_id }),
    },
  };
}
