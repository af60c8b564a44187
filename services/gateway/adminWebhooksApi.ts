import {
  DeliveriesQuery,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookPatch,
  WebhookWithSecret,
} from '@venue-booking/proto/webhook';
import { z } from 'zod';
import { describe, NOT_FOUND, ofVenue, slug } from './adminDescription.ts';
import { type AdminDeps, venueIdOf } from './adminWrites.ts';
import { adminProcedure, type RestMeta, rest } from './restProcedure.ts';

const ofWebhook = `${ofVenue}/webhooks/{id}` as const;
const id = z.uuid().describe('Id of the webhook');

type Method = Parameters<typeof describe>[0];
type Described = Omit<Parameters<typeof describe>[1], 'tag'>;

/** The meta of a call for one webhook. */
const onWebhook = (method: Method, described: Described): RestMeta => ({
  ...describe(method, { tag: 'webhooks', errors: NOT_FOUND, ...described }),
  unknownId: 'webhook_not_found',
});

/** The admin API of outgoing webhooks and their deliveries. */
export function adminWebhooksApi({ backends: { catalog, booking } }: Pick<AdminDeps, 'backends'>) {
  const of = async ({ slug, id }: { slug: string; id: string }) => ({
    venueId: await venueIdOf(catalog, slug),
    id,
  });

  return rest.router({
    createWebhook: adminProcedure
      .meta(
        describe('POST', {
          path: `${ofVenue}/webhooks`,
          operationId: 'createWebhook',
          tag: 'webhooks',
          summary: 'Create a webhook; its secret is shown this once',
          status: 201,
          errors: NOT_FOUND,
        }),
      )
      .input(NewWebhook.extend({ slug }))
      .output(WebhookWithSecret)
      .mutation(async ({ input: { slug, ...webhook } }) =>
        booking.webhooks.create.mutate({ venueId: await venueIdOf(catalog, slug), webhook }),
      ),

    listWebhooks: adminProcedure
      .meta(
        describe('GET', {
          path: `${ofVenue}/webhooks`,
          operationId: 'listWebhooks',
          tag: 'webhooks',
          summary: 'List webhooks',
          errors: NOT_FOUND,
        }),
      )
      .input(z.object({ slug }))
      .output(z.array(Webhook))
      .query(async ({ input }) =>
        booking.webhooks.list.query({ venueId: await venueIdOf(catalog, input.slug) }),
      ),

    getWebhook: adminProcedure
      .meta(onWebhook('GET', { path: ofWebhook, operationId: 'getWebhook', summary: 'Show a webhook' }))
      .input(z.object({ slug, id }))
      .output(Webhook)
      .query(async ({ input }) => booking.webhooks.get.query(await of(input))),

    patchWebhook: adminProcedure
      .meta(
        onWebhook('PATCH', {
          path: ofWebhook,
          operationId: 'patchWebhook',
          summary: 'Change a webhook, or switch it off or on',
        }),
      )
      .input(WebhookPatch.safeExtend({ slug, id }))
      .output(Webhook)
      .mutation(async ({ input: { slug, id, ...patch } }) =>
        booking.webhooks.patch.mutate({ of: await of({ slug, id }), patch }),
      ),

    deleteWebhook: adminProcedure
      .meta(
        onWebhook('DELETE', {
          path: ofWebhook,
          operationId: 'deleteWebhook',
          summary: 'Delete a webhook with its deliveries',
        }),
      )
      .input(z.object({ slug, id }))
      .output(Webhook)
      .mutation(async ({ input }) => booking.webhooks.delete.mutate(await of(input))),

    rotateWebhookSecret: adminProcedure
      .meta(
        onWebhook('POST', {
          path: `${ofWebhook}/rotate-secret`,
          operationId: 'rotateWebhookSecret',
          summary: 'Make another secret; for 24 hours the one before signs as well',
        }),
      )
      .input(z.object({ slug, id }))
      .output(WebhookWithSecret)
      .mutation(async ({ input }) => booking.webhooks.rotateSecret.mutate(await of(input))),

    testWebhook: adminProcedure
      .meta(
        onWebhook('POST', {
          path: `${ofWebhook}/test`,
          operationId: 'testWebhook',
          summary: 'Send a webhook.test',
        }),
      )
      .input(z.object({ slug, id }))
      .output(WebhookDelivery)
      .mutation(async ({ input }) => booking.webhooks.test.mutate(await of(input))),

    listWebhookDeliveries: adminProcedure
      .meta(
        onWebhook('GET', {
          path: `${ofWebhook}/deliveries`,
          operationId: 'listWebhookDeliveries',
          summary: 'List what was sent or is to be sent, newest first',
        }),
      )
      .input(DeliveriesQuery.extend({ slug, id }))
      .output(z.array(WebhookDelivery))
      .query(async ({ input: { slug, id, ...query } }) =>
        booking.webhooks.deliveries.query({ of: await of({ slug, id }), query }),
      ),

    replayWebhookDelivery: adminProcedure
      .meta(
        onWebhook('POST', {
          path: `${ofWebhook}/deliveries/{delivery_id}/replay`,
          operationId: 'replayWebhookDelivery',
          summary: 'Send a delivery again, under the same webhook-id',
        }),
      )
      .input(z.object({ slug, id, delivery_id: z.uuid().describe('Id of the delivery') }))
      .output(WebhookDelivery)
      .mutation(async ({ input: { delivery_id, ...input } }) =>
        booking.webhooks.replay.mutate({ of: await of(input), deliveryId: delivery_id }),
      ),
  });
}
