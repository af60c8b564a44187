import { locale, texts } from '../locale.ts';
import { type FailurePart, readFailure } from './readFailure.ts';

/** A failure response of the API, or a request without a response. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  /** The error code, for example `bookings_met`; `offline` when the server could not be reached. */
  readonly code: string;

  /** Failures of single fields, by field path: `name`, `fields.0.label`. */
  readonly failures: Record<string, string>;
  /** The parts of a validation message. */
  readonly parts: readonly FailurePart[];
  /** Seconds after which the server accepts a retry; undefined: it did not say. */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, text: string, retryAfter?: number) {
    const { message, failures, parts } =
      status === 422 ? readFailure(text, texts.value) : { message: text, failures: {}, parts: [] };
    super(message);
    this.parts = parts;
    this.retryAfter = retryAfter;
    this.status = status;
    this.code = code;
    this.failures = failures;
  }
}

type Options = {
  /** Undefined and empty values are left out. */
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as JSON; a file is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Whether the call changes nothing. Default: true for GET. */
  reading?: boolean;
  /** Timeout, which includes reading the body. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 30_000;

type Ended = (by: { reading: boolean }) => void;
let ended: Ended = () => {};
/**
 * Sets the handler for the end of the session. `reading`: whether the failed call was a read, which may be a
 * background request.
 */
export const onSessionEnd = (act: Ended): void => {
  ended = act;
};

let visitEnded = () => {};
/** Sets the handler for a call to a venue that an operator must give a reason for. */
export const onVisitEnd = (act: () => void): void => {
  visitEnded = act;
};

/**
 * Calls the admin API and returns the response.
 * @throws ApiError
 */
export async function send(method: string, path: string, options: Options = {}): Promise<Response> {
  const { query = {}, body, headers = {}, signal, timeoutMs = TIMEOUT_MS } = options;
  const { reading = method === 'GET' } = options;
  const url = new URL(`/api/admin${path}`, location.origin);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  const isFile = body instanceof Blob;
  const limit = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: {
        'Accept-Language': locale.value,
        ...(body !== undefined && { 'Content-Type': isFile ? body.type : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'offline', texts.value.connection.unreachable);
  }
  if (response.ok) return response;
  const answer: { error?: string } = await response.json().catch(() => ({}));
  const code = response.headers.get('error-code') ?? '';
  if (response.status === 401 && code === 'unauthorized') ended({ reading });
  if (code === 'visit_required') visitEnded();
  const retryAfter = Number(response.headers.get('retry-after') ?? undefined);
  throw new ApiError(
    response.status,
    code,
    answer.error ?? `${response.status} ${response.statusText}`,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

const json = async <T>(response: Promise<Response>): Promise<T> => (await response).json();

/** Calls of the admin API by method, with the path below `/api/admin`. They return the JSON body. */
export const api = {
  get: <T>(path: string, query?: Options['query'], signal?: AbortSignal) =>
    json<T>(send('GET', path, { ...(query && { query }), signal })),
  post: <T>(path: string, body: unknown = {}, headers?: Record<string, string>) =>
    json<T>(send('POST', path, { body, ...(headers && { headers }) })),
  /** A POST that calculates a result and changes nothing, such as a quote. */
  query: <T>(path: string, body: unknown, signal?: AbortSignal) =>
    json<T>(send('POST', path, { body, signal, reading: true })),
  put: <T>(path: string, body: unknown) => json<T>(send('PUT', path, { body })),
  patch: <T>(path: string, body: unknown) => json<T>(send('PATCH', path, { body })),
  delete: <T>(path: string, query?: Options['query']) =>
    json<T>(send('DELETE', path, { ...(query && { query }) })),
};

/** The API path of a resource of a venue. */
export const ofVenue = (slug: string, path = ''): string => `/venues/${encodeURIComponent(slug)}${path}`;

/** The cursor of the next page of a list; null after the last page. */
export function cursorIn({ headers }: Response): string | null {
  const [, target] = /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  return target ? new URL(target, location.origin).searchParams.get('cursor') : null;
}
