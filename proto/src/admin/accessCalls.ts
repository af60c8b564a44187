import { z } from 'zod';
import { FacilityId } from '../primitives.ts';
import { CreatedToken, NewToken, Token } from '../token.ts';
import {
  DeliveriesQuery,
  NewWebhook,
  PREVIOUS_SECRET_HOURS,
  Webhook,
  WebhookDelivery,
  WebhookPatch,
  WebhookWithSecret,
} from '../webhook.ts';
import type { CallGroup } from './adminCall.ts';
import { delivery, facility, token, venue, webhook } from './things.ts';

/** Who and what may look at a venue from outside: tokens, calendar feeds, webhooks. */

export const tokenCalls = {
  about: 'Tokens that reach one venue',
  tag: 'tokens',
  calls: {
    createToken: {
      verb: 'create',
      security: 'token_created',
      does: 'Create a token, and show it once',
      method: 'POST',
      of: venue,
      path: '/tokens',
      input: NewToken,
      answers: CreatedToken,
      status: 201,
      note: 'The token is shown only now. Whoever has it can act for the venue: keep it secret.',
    },
    listTokens: {
      verb: 'list',
      does: 'List the tokens in use, without their secrets',
      method: 'GET',
      of: venue,
      path: '/tokens',
      answers: z.array(Token),
      columns: ['id', 'name', 'scope', 'created_at'],
    },
    revokeToken: {
      verb: 'revoke',
      security: 'token_revoked',
      does: 'Revoke a token',
      more: 'It ends at once at the gateway that answers, within a second at others.',
      method: 'DELETE',
      of: token,
      answers: Token,
    },
  },
} as const satisfies CallGroup;

export const feedCalls = {
  about: 'Secret addresses at which calendar programs find the bookings of a facility',
  tag: 'calendar feeds',
  calls: {
    listFeeds: {
      verb: 'list',
      does: 'List the facilities that have a calendar feed; its address is not shown again',
      method: 'GET',
      of: venue,
      path: '/feeds',
      answers: z.array(
        z.object({ facility_id: FacilityId, created_at: z.iso.datetime().describe('Of its address') }),
      ),
      columns: ['facility_id', 'created_at'],
    },
    renewFeed: {
      verb: 'create',
      security: 'feed_changed',
      does: 'Create the calendar feed, or give it a new address',
      more: 'Calendar programs find the bookings there, with names. The address is shown only now; an earlier one ends.',
      method: 'PUT',
      of: facility,
      path: '/feed',
      answers: z.object({ url: z.url() }),
      note: 'Whoever has this address can read the bookings. An earlier address no longer works.',
    },
    endFeed: {
      verb: 'remove',
      security: 'feed_changed',
      does: 'Remove the calendar feed: its address ends',
      method: 'DELETE',
      of: facility,
      path: '/feed',
      unknownId: 'feed_not_found',
      answers: z.object({}),
    },
  },
} as const satisfies CallGroup;

export const webhookCalls = {
  about: 'Addresses that are told of bookings, and what was sent there',
  tag: 'webhooks',
  calls: {
    createWebhook: {
      verb: 'create',
      security: 'webhook_changed',
      does: 'Create a webhook, and show its secret once',
      method: 'POST',
      of: venue,
      path: '/webhooks',
      input: NewWebhook,
      answers: WebhookWithSecret,
      status: 201,
      note: 'The secret is shown only now: it proves to the receiver who the sender is.',
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
      security: 'webhook_changed',
      does: 'Change a webhook, or switch it off or on',
      method: 'PATCH',
      of: webhook,
      input: WebhookPatch,
      answers: Webhook,
    },
    deleteWebhook: {
      verb: 'remove',
      security: 'webhook_changed',
      does: 'Remove a webhook with its deliveries',
      method: 'DELETE',
      of: webhook,
      answers: Webhook,
      confirm:
        'Its secret and the log of its deliveries go with it. This cannot be undone; `webhook set --no-active` only switches it off.',
    },
    rotateWebhookSecret: {
      verb: 'rotate-secret',
      security: 'webhook_changed',
      does: `Give a webhook a new secret; for ${PREVIOUS_SECRET_HOURS} hours the one before signs as well`,
      method: 'POST',
      of: webhook,
      path: '/rotate-secret',
      answers: WebhookWithSecret,
      note: `The secret is shown only now. The one before signs as well for ${PREVIOUS_SECRET_HOURS} hours.`,
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
      does: 'List what was sent or is to be sent, newest first',
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
      does: 'Send a delivery again, under the same webhook-id',
      method: 'POST',
      of: delivery,
      path: '/replay',
      answers: WebhookDelivery,
    },
  },
} as const satisfies CallGroup;
