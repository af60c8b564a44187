import { type ApiError, api } from './client.ts';

/**
 * What something would cost. Null where that can't be told, which nothing waits for; undefined where what is
 * asked for is refused itself, which is said when it is sent.
 * @param wish the body, as JSON
 */
export const askQuote = <Quote>(path: string, wish: string, signal: AbortSignal) =>
  api
    .ask<Quote>(path, JSON.parse(wish), signal)
    .catch(({ status }: ApiError) => (status === 422 ? undefined : null));
