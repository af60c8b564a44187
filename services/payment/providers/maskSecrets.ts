import type { ConnectFlow } from './connectFlow.ts';
import { type Provider, ProviderError } from './provider.ts';

const MAX_REASON = 240;
/** Only this many characters of a text are scanned: the search for starred words takes quadratic time. */
const MAX_READ = 2000;
/**
 * From this length on, a prefix of a secret is masked as well, because a provider may truncate what it
 * repeats.
 */
const LONG = 16;
const PREFIX_LENGTH = 8;
/** A shorter secret is masked only as a whole word, because it may be part of any other word. */
const SHORT = 6;

/**
 * Wraps a provider so that its errors contain no credentials, whatever the provider repeats. Masks the
 * strings of the credentials used for a call, the platform's own secrets (`own`), and words that the provider
 * starred. Truncates the rest.
 */
export function maskSecrets<Credentials>(
  provider: Provider<Credentials>,
  own: readonly string[] = [],
): Provider<Credentials> {
  const masked = async <T>(credentials: unknown, call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // A new error, because the old stack begins with the unmasked message.
      throw new ProviderError(
        error.kind,
        withoutSecrets(error.message, [...own, ...stringsIn(credentials)]).slice(0, MAX_REASON),
        error.status,
      );
    }
  };
  const { connect, readEvent } = provider;
  const maskedFlow = ({ start, finish, onboarding, renew, revoke }: ConnectFlow): ConnectFlow => ({
    start: (order) => masked(order, () => start(order)),
    ...(finish && { finish: (returned) => masked(returned, () => finish(returned)) }),
    onboarding: (credentials) => masked(credentials, () => onboarding(credentials)),
    ...(renew && { renew: (grant) => masked(grant, () => renew(grant)) }),
    ...(revoke && { revoke: (grant) => masked(grant, () => revoke(grant)) }),
  });
  return {
    credentials: provider.credentials,
    account(credentials) {
      const account = provider.account(credentials);
      return {
        verify: () => masked(credentials, () => account.verify()),
        create: (order) => masked(credentials, () => account.create(order)),
        fetch: (id) => masked(credentials, () => account.fetch(id)),
        cancel: (id) => masked(credentials, () => account.cancel(id)),
        refund: (refund) => masked(credentials, () => account.refund(refund)),
      };
    },
    ...(connect && { connect: 'off' in connect ? connect : maskedFlow(connect) }),
    ...(readEvent && { readEvent: (body, headers) => masked(null, () => readEvent(body, headers)) }),
  };
}

/**
 * Replaces each secret in a text with `…`, also in URL-encoded form. A long text is truncated, together with
 * what may be the start of a secret at its end.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const all = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length);
  const patterns = [...all.flatMap(patternsOf), String.raw`\S*[*•]{2,}\S*`];
  const masked = text.slice(0, MAX_READ).replace(new RegExp(patterns.join('|'), 'giu'), '…');
  return text.length > MAX_READ ? masked.slice(0, -(all[0]?.length ?? 1)) : masked;
}

function patternsOf(secret: string): string[] {
  const whole = literally(secret);
  if (secret.length < SHORT) return [String.raw`(?<![\p{L}\p{N}_])${whole}(?![\p{L}\p{N}_])`];
  return secret.length < LONG
    ? [whole]
    : [whole, String.raw`${literally(secret.slice(0, PREFIX_LENGTH))}[\w*•]*`];
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
