/** Linking an account at the payment provider itself. */
export const connect = {
  connectWith: (provider: string) => `Connect with ${provider}`,
  why: (provider: string) => `You sign in at ${provider} and give access. You don’t have to copy any keys.`,
  testMode: 'In test mode, without real money',
  slowMethods: 'Also allow bank transfers (they take days)',
  choose: 'Choose the profile that guests pay to',
  chooseMore: (name: string) =>
    `${name} has several profiles. Your website address and name in the checkout depend on the profile.`,
  use: 'Use this profile',
  waiting: (provider: string) => `${provider} does not allow payments yet`,
  waitingMore: 'We link the account automatically as soon as it can receive payments.',
  organization: 'Organisation',
  states: {
    needs_data: 'Information is missing at the provider.',
    in_review: 'The provider is checking the information.',
    complete: 'The information is complete.',
  },
  payments: 'Receives payments',
  noPayments: 'No payments yet',
  payouts: 'Pays out',
  noPayouts: 'No payouts yet',
  complete: (provider: string) => `Continue at ${provider}`,
  check: 'Check again',
  giveUp: 'Cancel connection',
  givenUp: 'Connection cancelled.',
  linked: 'Account connected. Guests can pay online.',
  declined: 'You gave no access, so nothing was changed.',
  again: 'The link has expired. Connect again to continue.',
  failed: 'Connecting failed. Nothing was changed. Try again.',
  orByHand: 'Or enter credentials yourself',
  unlinkMore: (provider: string) =>
    `New bookings can no longer be paid online. The platform’s access to ${provider} ends once open payments are over. After that, refund earlier payments in your ${provider} dashboard, or connect again.`,
};
