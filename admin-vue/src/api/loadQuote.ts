import { type ApiError, api } from './client.ts';

/**
 * Asks for a price. Null when the price can't be loaded, which never blocks a form. Undefined when the server
 * rejects the request itself; sending the form shows that reason.
 * @param wish the request body, as JSON
 */
export const askQuote = <Quote>(path: string, wish: string, signal: AbortSignal) =>
  api
    .ask<Quote>(path, JSON.parse(wish), signal)
    .catch(({ status }: ApiError) => (status === 422 ? undefined : null));
