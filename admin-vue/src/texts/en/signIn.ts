export const signIn = {
  askAgain: 'Request a new link',
  askHere: 'Request a new link here',
  confirm: 'Sign in on this device',
  confirmLead: 'With this link you sign in as',
  confirmMore:
    'Not your address? Close this page, or you will work in someone else’s account. The link works once.',
  email: 'E-mail address',
  ended: 'You are no longer signed in. Sign in again to continue where you were.',
  instead: (email: string) =>
    `${email} is signed in on this device. Signing in with another address signs them out.`,
  language: 'Language',
  lead: 'We send you a sign-in link by e-mail. You don’t need a password.',
  linkOver: 'This link is no longer valid',
  linkOverMore: 'A link works once, for 10 minutes. Request a new one.',
  lookInMail: 'Check your e-mail',
  otherBrowser: 'Open this link in the browser where you requested it',
  otherBrowserMore:
    'For your security, a link only works in the browser that requested it. Copy the link and open it there, or request a new one here.',
  yourLink: 'Your link',
  operator: 'Sign in with the operator token',
  operatorHint:
    'For the operator of this platform. npm start prints the token; on a server it is the setting OPERATOR_TOKEN.',
  operatorNow: 'The operator',
  operatorToken: 'Operator token',
  noVenue: 'No venue here yet?',
  signUp: 'Create your venue',
  or: 'or',
  otherAddress: 'Use another address',
  passkeyFailed: 'The passkey could not be used on this device. Sign in by e-mail.',
  passkeyCancelled: 'Signing in with a passkey was cancelled. Try again, or sign in by e-mail.',
  providerRejected:
    'The sign-in was cancelled, or the identity provider did not allow it. Try again, or sign in by e-mail.',
  sendAgain: 'Send another link',
  sendLink: 'Send sign-in link',
  sent: (email: string) =>
    `If ${email} belongs to a venue here, a sign-in link is on its way. It works once, for 10 minutes, in this browser.`,
  sentAgain: 'Another link is on its way.',
  sentMore:
    'No e-mail after a minute? Check your spam folder and the address. We send at most five links an hour to one address.',
  signIn: 'Sign in',
  signingIn: 'Signing you in …',
  toSignIn: 'Back to sign-in',
  withMail: 'Sign in by e-mail',
  withPasskey: 'Sign in with a passkey',
  withProvider: (name: string) => `Sign in with ${name}`,
};
