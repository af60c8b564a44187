import { NewToken } from '@venue-booking/proto/token';
import { DeliveriesQuery, NewWebhook, WebhookPatch } from '@venue-booking/proto/webhook';
import type { Noun } from './operation.ts';

const tokens = '/venues/{slug}/tokens';
const feed = '/venues/{slug}/facilities/{id}/feed';
const webhooks = '/venues/{slug}/webhooks';
const ofWebhook = `${webhooks}/{id}`;

/** Who and what may look at a venue from outside: tokens, calendar feeds, webhooks. */
export const accessCommands: readonly Noun[] = [
  {
    noun: 'token',
    plural: 'tokens',
    about: 'Tokens that reach one venue',
    operations: [
      {
        verb: 'create',
        does: 'Create a token, and show it once',
        method: 'POST',
        path: tokens,
        args: ['venue'],
        body: NewToken,
        note: 'The token is shown only now. Whoever has it can act for the venue: keep it secret.',
      },
      {
        verb: 'list',
        does: 'List the tokens in use',
        method: 'GET',
        path: tokens,
        args: ['venue'],
        columns: ['id', 'name', 'scope', 'created_at'],
      },
      {
        verb: 'revoke',
        does: 'Make a token invalid',
        method: 'DELETE',
        path: `${tokens}/{id}`,
        args: ['venue', 'token'],
      },
    ],
  },
  {
    noun: 'feed',
    plural: 'feeds',
    about: 'Calendar feed of the bookings of a facility',
    operations: [
      {
        verb: 'create',
        does: 'Create the feed, or give it a new address',
        method: 'PUT',
        path: feed,
        args: ['venue', 'facility'],
        note: 'Whoever has this address can read the bookings. An earlier address no longer works.',
      },
      { verb: 'remove', does: 'Remove the feed', method: 'DELETE', path: feed, args: ['venue', 'facility'] },
    ],
  },
  {
    noun: 'webhook',
    plural: 'webhooks',
    about: 'Addresses that are called when something happens',
    operations: [
      {
        verb: 'create',
        does: 'Create a webhook',
        method: 'POST',
        path: webhooks,
        args: ['venue'],
        body: NewWebhook,
        note: 'The secret is shown only now: it proves to the receiver who sends.',
      },
      {
        verb: 'list',
        does: 'List webhooks',
        method: 'GET',
        path: webhooks,
        args: ['venue'],
        columns: ['id', 'url', 'events', 'active'],
      },
      { verb: 'show', does: 'Show a webhook', method: 'GET', path: ofWebhook, args: ['venue', 'webhook'] },
      {
        verb: 'set',
        does: 'Change a webhook',
        method: 'PATCH',
        path: ofWebhook,
        args: ['venue', 'webhook'],
        body: WebhookPatch,
      },
      {
        verb: 'remove',
        does: 'Remove a webhook',
        method: 'DELETE',
        path: ofWebhook,
        args: ['venue', 'webhook'],
      },
      {
        verb: 'rotate-secret',
        does: 'Give a webhook a new secret',
        method: 'POST',
        path: `${ofWebhook}/rotate-secret`,
        args: ['venue', 'webhook'],
        note: 'The secret is shown only now. The one before signs as well for 24 hours.',
      },
      {
        verb: 'test',
        does: 'Send a test event',
        method: 'POST',
        path: `${ofWebhook}/test`,
        args: ['venue', 'webhook'],
      },
      {
        verb: 'deliveries',
        does: 'List what was sent or is to be sent, newest first',
        method: 'GET',
        path: `${ofWebhook}/deliveries`,
        args: ['venue', 'webhook'],
        query: DeliveriesQuery,
        pages: { next: { parameter: 'before', key: 'id' }, size: 200, most: 50 },
        columns: ['id', 'created_at', 'type', 'status', 'attempts', 'response_status', 'last_error'],
      },
      {
        verb: 'replay',
        does: 'Send a delivery again',
        method: 'POST',
        path: `${ofWebhook}/deliveries/{delivery_id}/replay`,
        args: ['venue', 'webhook', 'delivery'],
      },
    ],
  },
];
