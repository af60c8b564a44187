import type { AdminAttention } from '@venue-booking/proto/reports/adminAttention';

/** Title and advice of each kind. */
type Kinds = Record<AdminAttention['kind'], { title: string; advice: string }>;

export const attentionKinds: Kinds = {
  payment_mismatch: {
    title: 'A payment does not match its booking',
    advice:
      'Compare the amount with the payment in your payment provider’s dashboard. Refund what was overpaid.',
  },
  webhook_mismatch: {
    title: 'A notification from the payment provider does not match',
    advice:
      'Check whether the payment is in your payment provider’s dashboard. If it is not, you can ignore this.',
  },
  checkout_refused: {
    title: 'The payment provider rejected a payment',
    advice: 'The guest could not pay. Check your account at the provider, then ask the guest to try again.',
  },
  refund_failed: {
    title: 'A refund failed',
    advice: 'Retry the refund from the booking, or refund in another way and let the guest know.',
  },
  refund_elsewhere: {
    title: 'A refund was made at the payment provider',
    advice:
      'The refund was not made here. Check that it was intended, and cancel the booking if it no longer stands.',
  },
  chargeback: {
    title: 'A payment was charged back, or a chargeback was reversed',
    advice:
      'Respond to the dispute in your payment provider’s dashboard, and decide whether the booking stands. Money from a reversed chargeback is not refunded automatically.',
  },
  payment_surplus: {
    title: 'A guest paid more than was open',
    advice: 'The difference is refunded automatically. Check that the booking shows the right amount.',
  },
  account_linked: {
    title: 'Guests now pay to a new account',
    advice:
      'Check that this is your venue’s account. If you did not expect it, unlink it under Settings > Payments.',
  },
  account_restricted: {
    title: 'The payment provider has restricted your account',
    advice:
      'Give the provider what it still requires: open Settings > Payments and continue the setup. Until then, guests may be unable to pay, or you may not be paid out.',
  },
  account_disconnected: {
    title: 'Your payment account is no longer linked',
    advice:
      'Somebody with access to the account disconnected it. New bookings are confirmed without payment until you link an account under Settings > Payments.',
  },
  account_refused: {
    title: 'Your payment provider does not accept your account',
    advice:
      'Guests can’t pay online. Connect the account again under Settings, or check it in your payment provider’s dashboard. Their places stay held until the payment deadline.',
  },
  token_expires: {
    title: 'The access token for Mollie expires',
    advice:
      'A pasted token works for one hour only. Connect your account with Mollie under Settings, so that guests can keep paying.',
  },
  dead_letter: {
    title: 'An event could not be processed',
    advice: 'The platform operator can retry it. You don’t have to do anything.',
  },
  domain_missing: {
    title: 'The DNS record of your domain is missing',
    advice:
      'Add the record again where you manage your domain. You find it under Settings. After 14 days without it, guests can no longer book at this domain.',
  },
  guest_at_cap: {
    title: 'A guest holds a large share of your places',
    advice: 'This can be fine for a regular guest. If you don’t know this guest, cancel the bookings.',
  },
  address_at_cap: {
    title: 'One internet connection holds a large share of your places',
    advice: 'It may be a company or a school. If you don’t know any of these guests, cancel the bookings.',
  },
  network_at_cap: {
    title: 'One network holds a large share of your places',
    advice: 'Many guests may share this network. If you don’t know any of them, cancel the bookings.',
  },
  plan_limit: {
    title: 'A limit of your plan is nearly used up',
    advice:
      'See Settings > Plan. Ask the operator of the platform for another plan in time. Bookings above the number per month are never rejected.',
  },
  mail_waits: {
    title: 'E-mails are delayed: your venue has reached its daily limit',
    advice:
      'They are sent automatically once the limit allows it, and dropped after 3 days. Call guests whose booking is soon. To remove the limit, ask the platform operator to mark your venue as trusted.',
  },
};
