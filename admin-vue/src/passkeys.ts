import type { PasskeyCreation, PasskeyRequest } from '@venue-booking/proto/auth/passkey';

/**
 * Whether this browser supports passkeys at this address: a secure context and a host name, not an IP
 * address.
 */
export const canHavePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/**
 * The result of a passkey prompt. `cancelled` covers a cancelled prompt and a timeout, which browsers do not
 * distinguish.
 */
export type PromptResult<T> = { credential: T } | { failure: 'cancelled' | 'exists' | 'failed' };

async function ask<T>(act: () => Promise<T>): Promise<PromptResult<T>> {
  try {
    return { credential: await act() };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'InvalidStateError') return { failure: 'exists' };
    return { failure: ['NotAllowedError', 'AbortError'].includes(name) ? 'cancelled' : 'failed' };
  }
}

const library = () => import('@simplewebauthn/browser');

/** Asks the person to sign with a passkey. */
export const signWithPasskey = (request: PasskeyRequest) =>
  ask(async () => (await library()).startAuthentication({ optionsJSON: request }));

/** Asks the device to create a passkey. */
export const makePasskey = (creation: PasskeyCreation) =>
  ask(async () => (await library()).startRegistration({ optionsJSON: creation }));
