export const team = {
  add: 'Add team member',
  addAndMail: 'Add and invite',
  addLead: 'They get an invitation by e-mail. They don’t need a password.',
  added: (email: string) => `${email} has been added and invited by e-mail.`,
  addedUnmailed: (email: string, url: string) =>
    `${email} has been added, but the invitation could not be sent. Ask them to sign in at ${url}.`,
  addedLimited: (email: string, url: string) =>
    `${email} has been added, but not invited: your venue has reached its daily e-mail limit. Ask them to sign in at ${url}.`,
  desk: 'Front desk',
  deskMeans: 'Bookings, check-in and phone bookings. No settings, reports or refunds.',
  email: 'E-mail address',
  inviteLanguage: 'Language of the invitation',
  lead: 'Everyone who works here signs in with their own e-mail address. The booking history shows who did what.',
  makeDesk: 'Change to front desk',
  makeDeskOf: (email: string) => `Change ${email} to front desk?`,
  makeDeskMe:
    'You lose access to settings, payments, reports and the team. Only another owner can undo this.',
  makeDeskMore: 'They lose access to settings, payments, reports and the team.',
  makeOwner: 'Make owner',
  makeOwnerOf: (email: string) => `Make ${email} an owner?`,
  makeOwnerMore: 'Owners have full access: settings, refunds, and adding and removing team members.',
  nobody: 'No team members yet.',
  nobodyMore: 'Add everyone who works here, so that nobody has to share a token.',
  of: (email: string) => `Change ${email}`,
  owner: 'Owner',
  ownerMeans: 'Full access, including settings and refunds',
  people: 'Team',
  remove: 'Remove',
  removeOf: (email: string) => `Remove ${email}?`,
  removeMore:
    'They are signed out on all devices immediately. API tokens, calendar addresses and webhooks they created keep working: remove those they should no longer have. Their address stays in the booking history. You can add them again.',
  removeMe:
    'You are signed out on all devices immediately, and only another owner can add you again. API tokens, calendar addresses and webhooks you created keep working. Your address stays in the booking history.',
  removed: (email: string) => `${email} has been removed.`,
  role: 'Role',
  signOut: 'Sign out',
  signOutOf: (email: string) => `Sign ${email} out?`,
  signOutMore:
    'Signs them out of this venue on all devices, for example after a phone is lost. They can sign in again by e-mail.',
  signedOut: (email: string) => `${email} has been signed out.`,
  since: (date: string) => `since ${date}`,
  you: 'You',
};
