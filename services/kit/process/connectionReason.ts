const REFUSED = 'it refuses the user or the password';
const DENIED = 'its user may not do that';
const NO_ANSWER = 'it does not answer';
const NO_TLS = 'it does not speak TLS';
const CERTIFICATE = 'its certificate is not accepted';

/** What the system and TLS say by a code. */
const CODES: [RegExp, string][] = [
  [/^(ENOTFOUND|EAI_\w+)$/, 'its host is not found'],
  [/^ECONNREFUSED$/, 'nothing listens there'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, NO_ANSWER],
  [/^(CERT_|DEPTH_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/, CERTIFICATE],
];
/** What servers and libraries say by words. */
const SAYINGS: [RegExp, string][] = [
  [/authorization violation|WRONGPASS|NOAUTH|invalid login/i, REFUSED],
  [/NOPERM/, DENIED],
  [/does not support ('tls'|SSL)|SSL routines|before secure TLS/, NO_TLS],
  [/unknown RESP type|protocol error/i, 'it speaks something else'],
  [/certificate/, CERTIFICATE],
  [/time(d )?out/i, NO_ANSWER],
];
/** The system's code within a message, where a library has one of its own in its place. */
const SYSTEM_CODE = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\b/;

/** Why there is no connection to a server, in a few words for who set its address. */
export function connectionReason(error: unknown): string {
  const { message = '', cause } = error as Error;
  const code = SYSTEM_CODE.exec(message)?.[0] ?? codeOf(error) ?? codeOf(cause);
  const known = CODES.find(([codes]) => codes.test(code ?? ''))?.[1];
  if (known) return `${known} (${code})`;
  return SAYINGS.find(([saying]) => saying.test(message))?.[1] ?? code ?? message.split('\n')[0] ?? '';
}

/** Whether a server is there, but does not let us in. */
export const isRefusal = (error: unknown): boolean => [REFUSED, DENIED].includes(connectionReason(error));

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;
