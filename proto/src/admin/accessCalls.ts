import { z } from 'zod';
import { CreatedToken, NewToken, Token } from '../auth/token.ts';
import { FEED_MEGABYTES, FEED_PAST_DAYS, FeedContents, NewFeed } from '../booking/calendarFeed.ts';
import {
  DeliveriesQuery,
  NewWebhook,
  PREVIOUS_SECRET_HOURS,
  Webhook,
  WebhookDelivery,
  WebhookPatch,
  WebhookWithSecret,
} from '../booking/webhook.ts';
import { FacilityId } from '../primitives.ts';
import type { CallGroup } from './adminCall.ts';
import { delivery, facility, token, venue, webhook } from './resources.ts';

/** Calls about access to a venue from outside: tokens, calendar feeds, webhooks. */

export const tokenCalls = {
  about: 'API tokens of a venue',
  tag: 'tokens',
  calls: {
    createToken: {
      verb: 'create',
      settings: {},
      security: 'token_created',
      does: 'Create a token and show it once',
      method: 'POST',
      of: venue,
      path: '/tokens',
      input: NewToken,
      answers: CreatedToken,
      status: 201,
      note: 'The token is shown only now. It gives access to the venue, so keep it secret.',
    },
    listTokens: {
      verb: 'list',
      does: 'List the active tokens without their secrets',
      method: 'GET',
      of: venue,
      path: '/tokens',
      answers: z.array(Token),
      columns: ['id', 'name', 'scope', 'created_at'],
    },
    revokeToken: {
      verb: 'revoke',
      atDeletedVenue: true,
      security: 'token_revoked',
      does: 'Revoke a token',
      more: 'The token stops working within a second.',
      method: 'DELETE',
      of: token,
      answers: Token,
    },
  },
} as const satisfies CallGroup;

export const feedCalls = {
  about: 'Calendar feeds: secret URLs with the bookings of a facility',
  tag: 'calendar feeds',
  calls: {
    listFeeds: {
      verb: 'list',
      does: 'List the facilities that have a calendar feed, without the URLs',
      method: 'GET',
      of: venue,
      path: '/feeds',
      answers: z.array(
        z.object({
          facility_id: FacilityId,
          created_at: z.iso.datetime().describe('When the current URL was created'),
          // Services of the previous release send none of them.
          ...FeedContents.partial().shape,
        }),
      ),
      columns: ['facility_id', 'created_at', 'phone', 'email', 'link'],
    },
    renewFeed: {
      verb: 'create',
      security: 'feed_changed',
      does: 'Create the calendar feed or give it a new URL',
      more: `The feed contains all coming bookings and those of the last ${FEED_PAST_DAYS.usual} days (\`past_days\` in its URL: 0 to ${FEED_PAST_DAYS.maximum}) with the names of guests. It has at most ${FEED_MEGABYTES} MB, the most that Google Calendar reads; its last entry then says how many bookings are missing. The URL is shown only now. An earlier URL stops working.`,
      method: 'PUT',
      of: facility,
      path: '/feed',
      input: NewFeed,
      answers: z.object({ url: z.url() }),
      note: 'Anybody with this URL can read the bookings. An earlier URL no longer works.',
    },
    endFeed: {
      verb: 'remove',
      security: 'feed_changed',
      does: 'Remove the calendar feed; its URL stops working',
      method: 'DELETE',
      of: facility,
      path: '/feed',
      unknownId: 'feed_not_found',
      answers: z.object({}),
    },
  },
} as const satisfies CallGroup;

export const webhookCalls = {
  about: 'Webhooks for bookings, and their deliveries',
  tag: 'webhooks',
  calls: {
    createWebhook: {
      verb: 'create',
      security: 'webhook_changed',
      does: 'Create a webhook and show its secret once',
      method: 'POST',
      of: venue,
      path: '/webhooks',
      input: NewWebhook,
      answers: WebhookWithSecret,
      status: 201,
      note: 'The secret is shown only now. The receiver verifies the signature of deliveries with it.',
    },
    listWebhooks: {
      verb: 'list',
      does: 'List webhooks',
      method: 'GET',
      of: venue,
      path: '/webhooks',
      answers: z.array(Webhook),
      columns: ['id', 'url', 'events', 'active'],
    },
    getWebhook: { verb: 'show', does: 'Show a webhook', method: 'GET', of: webhook, answers: Webhook },
    patchWebhook: {
      verb: 'set',
      settings: { readBy: 'getWebhook' },
      security: 'webhook_changed',
      does: 'Change a webhook or switch it on or off',
      method: 'PATCH',
      of: webhook,
      input: WebhookPatch,
      answers: Webhook,
    },
    deleteWebhook: {
      verb: 'remove',
      atDeletedVenue: true,
      security: 'webhook_changed',
      does: 'Remove a webhook with its deliveries',
      method: 'DELETE',
      of: webhook,
      answers: Webhook,
      confirm:
        'This also deletes its secret and its delivery log, and cannot be undone. `webhook set --no-active` only switches it off.',
    },
    rotateWebhookSecret: {
      verb: 'rotate-secret',
      security: 'webhook_changed',
      does: `Give a webhook a new secret; for ${PREVIOUS_SECRET_HOURS} hours deliveries are also signed with the previous one`,
      method: 'POST',
      of: webhook,
      path: '/rotate-secret',
      answers: WebhookWithSecret,
      note: `The secret is shown only now. For ${PREVIOUS_SECRET_HOURS} hours deliveries are also signed with the previous one.`,
    },
    testWebhook: {
      verb: 'test',
      does: 'Send a test event, webhook.test',
      method: 'POST',
      of: webhook,
      path: '/test',
      answers: WebhookDelivery,
    },
    listWebhookDeliveries: {
      verb: 'deliveries',
      does: 'List deliveries, newest first',
      method: 'GET',
      of: webhook,
      path: '/deliveries',
      input: DeliveriesQuery,
      answers: z.array(WebhookDelivery),
      pages: { parameter: 'before', key: 'id' },
      columns: ['id', 'created_at', 'type', 'status', 'attempts', 'response_status', 'last_error'],
    },
    replayWebhookDelivery: {
      verb: 'replay',
      does: 'Send a delivery again with the same webhook-id',
      method: 'POST',
      of: delivery,
      path: '/replay',
      answers: WebhookDelivery,
    },
  },
} as const satisfies CallGroup;
