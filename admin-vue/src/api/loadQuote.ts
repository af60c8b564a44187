import { type ApiError, api } from './client.ts';

/**
 * Asks for a price. Null when the price can't be loaded, which never blocks a form. Undefined when the server
 * rejects the request itself; sending the form shows that reason.
 * @param body the request body, as JSON
 */
export const loadQuote = <Quote>(path: string, body: string, signal: AbortSignal) =>
  api
    .query<Quote>(path, JSON.parse(body), signal)
    .catch(({ status }: ApiError) => (status === 422 ? undefined : null));
