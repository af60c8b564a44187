const REJECTED = 'the server rejects the user or the password';
const NO_PERMISSION = 'the user lacks a permission';
const NO_RESPONSE = 'the server does not respond';
const NO_TLS = 'the server does not support TLS';
const CERTIFICATE = 'the server certificate is not trusted';

/** Reasons by error code of the system or of TLS. */
const CODES: [RegExp, string][] = [
  [/^(ENOTFOUND|EAI_\w+)$/, 'the host was not found'],
  [/^ECONNREFUSED$/, 'nothing listens on that port'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, NO_RESPONSE],
  [/^(CERT_|DEPTH_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/, CERTIFICATE],
];
/** Reasons by error message of servers and libraries. */
const MESSAGES: [RegExp, string][] = [
  [/authorization violation|WRONGPASS|NOAUTH|invalid login/i, REJECTED],
  [/NOPERM/, NO_PERMISSION],
  [/does not support ('tls'|SSL)|SSL routines|before secure TLS/, NO_TLS],
  [/unknown RESP type|protocol error/i, 'the server uses another protocol'],
  [/certificate/, CERTIFICATE],
  [/time(d )?out/i, NO_RESPONSE],
];
/** A system error code in the message, for libraries that use a code of their own. */
const SYSTEM_CODE = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\b/;

/** Describes in a few words why a connection failed, for the person who configured its address. */
export function connectionReason(error: unknown): string {
  const { message = '', cause } = error as Error;
  const code = SYSTEM_CODE.exec(message)?.[0] ?? codeOf(error) ?? codeOf(cause);
  const reason = CODES.find(([codes]) => codes.test(code ?? ''))?.[1];
  if (reason) return `${reason} (${code})`;
  return MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? code ?? message.split('\n')[0] ?? '';
}

/** Whether the server is reachable, but rejects the credentials or denies the permission. */
export const isAccessDenied = (error: unknown): boolean =>
  [REJECTED, NO_PERMISSION].includes(connectionReason(error));

/** Whether the server is reachable, but a setting or its certificate must change. */
export const isPermanent = (error: unknown): boolean =>
  isAccessDenied(error) || [NO_TLS, CERTIFICATE].some((reason) => connectionReason(error).startsWith(reason));

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;
