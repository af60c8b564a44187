/**
 * `$1` is the first group of the pattern in `views/attention/detailPatterns.ts`, `€1` that group as an
 * amount.
 */
export const attentionDetails = {
  refundDelayed: '€1 can’t be refunded yet:',
  refundFailed: '€1 could not be refunded:',
  refundElsewhere: '€1 was refunded at the provider ($2).',
  chargebackReversed:
    'The payer’s bank reversed a chargeback of €1 (payment $2). Refund it if the booking is cancelled.',
  chargeback: 'The payer’s bank charged back €1 (payment $2).',
  rejected: 'The provider rejected this payment:',
  accountRefused: '$1 rejects the account:',
  tokenExpires: 'The account was linked with a pasted token.',
  otherPayment: 'The provider reported payment $1 instead of $2.',
  unknownReference: 'At the provider, payment $1 does not belong to this booking ($2).',
  otherReference: 'At the provider, payment $1 belongs to $2 instead of $3.',
  otherAmount: 'Payment $1 is for €2 instead of €3.',
  otherCurrency: 'Payment $1 is for $2 instead of €3.',
  wasTest: 'Payment $1 was made in test mode, so no money was received.',
  wasLive: 'Payment $1 was made with real money, not in test mode.',
  webhookTest: 'The notification was for test mode, but the payment was made with real money.',
  webhookLive: 'The notification was for real money, but the payment was made in test mode.',
  webhookOther: 'The notification was for another payment.',
  accountLinked: 'Guests now pay to account $1 at $2, connected by $3.',
  accountNoPayments: '$1 takes no payments for account $2:',
  accountNoPayouts: '$1 makes no payouts for account $2:',
  accountDisconnected: 'Account $1 was disconnected at $2.',
  domainDown: 'Guests can no longer book at $1. It works again as soon as the record is back.',
  domainMissing: 'The DNS record of $1 has disappeared.',
  manyBookings: 'Upcoming bookings without online payment: $1. Unpaid bookings: $2. E-mail addresses: $3.',
  planFacilities: 'Facilities: $1 of $2.',
  planPeople: 'People: $1 of $2.',
  planDomains: 'Own domains: $1 of $2.',
  planLanguages: 'Languages: $1 of $2.',
  planBookingsPerMonth: 'Bookings this month: $1 of $2.',
  planBookingsPerDay: 'Online bookings within 24 hours: $1 of $2.',
  mailsDelayed: 'Delayed e-mails: $1.',
};
