import type { Say } from '../texts/wording.ts';
import type { ApiError } from './api.ts';

/** Error text for a guest. Uses the API's own message if it gives a reason. */
export function failureText(say: Say, { kind, message, retryAfter }: ApiError): string {
  if (kind === 'offline') return say('offline');
  if (kind === 'rate_limited' && retryAfter)
    return say('rateLimited', { minutes: Math.ceil(retryAfter / 60) });
  return (kind !== 'failed' && message) || say('failed');
}
