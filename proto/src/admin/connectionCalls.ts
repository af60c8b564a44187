import {
  ConnectChoice,
  ConnectStart,
  ConnectState,
  NewConnection,
  PaymentConnection,
} from '../payment/connection.ts';
import type { CallGroup } from './adminCall.ts';
import { venue } from './resources.ts';

/** Calls about linking an account at the payment provider itself. */
export const connectionCalls = {
  about: "The connection of a venue's account at a payment provider",
  tag: 'payments',
  browserOnly: true,
  calls: {
    startConnecting: {
      verb: 'start',
      does: 'Connect an account at the payment provider',
      more: 'The owner continues at `authorize_url`, in the browser that made this call, and comes back to `return_url`. Needs a session: a token has no browser.',
      method: 'POST',
      of: venue,
      path: '/payment-account/connect',
      input: NewConnection,
      answers: ConnectStart,
      status: 201,
      errors: { 422: 'Invalid, not enabled on this platform, or rejected by the provider' },
    },
    getConnection: {
      verb: 'show',
      does: 'Show what the venue has connected, and what the provider allows',
      method: 'GET',
      of: venue,
      path: '/payment-account/connect',
      answers: ConnectState,
    },
    chooseConnected: {
      verb: 'choose',
      security: 'payment_account_linked',
      does: 'Choose one of the accounts of the connection',
      more: 'It is linked at once, or as soon as the provider allows payments.',
      method: 'POST',
      of: venue,
      path: '/payment-account/connect/choose',
      input: ConnectChoice,
      answers: PaymentConnection,
      errors: { 422: 'Not one of the accounts, or rejected by the provider' },
    },
    checkConnection: {
      verb: 'check',
      does: 'Ask the provider now what it allows',
      method: 'POST',
      of: venue,
      path: '/payment-account/connect/check',
      answers: PaymentConnection,
      errors: { 422: 'The provider no longer gives access' },
    },
    cancelConnection: {
      verb: 'cancel',
      does: 'Give up a connection whose account is not linked yet',
      method: 'DELETE',
      of: venue,
      path: '/payment-account/connect',
      answers: PaymentConnection,
    },
  },
} as const satisfies CallGroup;
