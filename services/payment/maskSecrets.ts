import { type Provider, ProviderError } from './provider.ts';

const MAX_REASON = 240;
/** So much of a text is looked through: finding starred words takes time by the square of its length. */
const MAX_READ = 2000;
/** From here on a part is masked as well: what a provider repeats may be cut. */
const LONG = 16;
const KNOWN_BY = 8;
/** Shorter than this it is masked as a word of its own only, as it may be a part of any other. */
const SHORT = 6;

/**
 * A provider whose errors hold no credentials, whatever it repeats of them: no string of those that a call
 * was made with or of `own`, the platform's secrets. What it has starred goes too, and the rest is cut.
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
      // A new one: the stack of the old one begins with its message.
      throw new ProviderError(
        error.kind,
        withoutSecrets(error.message, [...own, ...stringsIn(credentials)]).slice(0, MAX_REASON),
      );
    }
  };
  const { readEvent } = provider;
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
    ...(readEvent && { readEvent: (body, headers) => masked(null, () => readEvent(body, headers)) }),
  };
}

/**
 * A text with each of the secrets as `…`, also as a part of an address would have it. A long text is cut,
 * and what may be the beginning of a secret at its end with it.
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
  return secret.length < LONG ? [whole] : [whole, String.raw`${literally(secret.slice(0, KNOWN_BY))}[\w*•]*`];
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
