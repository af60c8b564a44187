/** Open requirements of a payment provider for an account. */
export const requirements = {
  why: (provider: string) =>
    `${provider} asks for the details of your business. You can stop and continue later. Nothing changes for guests until ${provider} accepts payments for you.`,
  until: (provider: string) => `Until then, guests pay to your account at ${provider}.`,
  untilNone: 'Until then, bookings are confirmed without payment.',
  status: (provider: string) => `Status at ${provider}`,
  needs: (provider: string) => `${provider} still needs:`,
  groups: {
    business: 'Details of your business',
    people: 'Details of the people who own or represent it',
    documents: 'Proof of identity or other documents',
    bank: 'A bank account for payouts',
    terms: 'Your agreement to its terms',
    other: 'Other information',
  },
  deadline: (day: string) => `Complete this by ${day}, or the account may be restricted.`,
  rejected: (provider: string) =>
    `${provider} has rejected this account. Ask ${provider} why, or connect another account.`,
};
