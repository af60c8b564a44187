import type { PasskeyCreation, PasskeyRequest } from '@venue-booking/proto/passkey';

/** Whether this browser can have passkeys for the page: on https or localhost, by a name and not a number. */
export const canHavePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/**
 * What became of asking the device: `turnedAway` also when it took too long, which browsers do not tell
 * apart.
 */
export type Asked<T> = { credential: T } | { problem: 'turnedAway' | 'known' | 'failed' };

async function ask<T>(act: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { credential: await act() };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'InvalidStateError') return { problem: 'known' };
    return { problem: ['NotAllowedError', 'AbortError'].includes(name) ? 'turnedAway' : 'failed' };
  }
}

const library = () => import('@simplewebauthn/browser');

/** Has the person sign with one of their passkeys. */
export const signWithPasskey = (request: PasskeyRequest) =>
  ask(async () => (await library()).startAuthentication({ optionsJSON: request }));

/** Has the device make a passkey. */
export const makePasskey = (creation: PasskeyCreation) =>
  ask(async () => (await library()).startRegistration({ optionsJSON: creation }));
