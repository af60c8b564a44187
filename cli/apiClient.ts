import { Readable } from 'node:stream';
import { type Connection, SET_TOKEN } from './connection.ts';
import { CliError, exitCodeOf, exitCodes } from './exitCodes.ts';

/** Timeout of a request in ms. For streams: of the wait for the next chunk. */
const TIMEOUT_MS = 30_000;

export type Call = {
  method: string;
  /** Path below `/api/admin`, URL-encoded. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** A body that is not JSON. */
  file?: Uint8Array<ArrayBuffer>;
  idempotencyKey?: string;
};

/** A successful response: its text and the parsed JSON. `value` is undefined without content. */
export type ApiResponse = { text: string; value: unknown; headers: Headers };

export type Client = {
  call(call: Call): Promise<ApiResponse>;
  /** Streams the content of a response. */
  stream(call: Call, accept: string, signal: AbortSignal): Promise<Readable>;
};

/** Creates a client of the admin API. It throws all failures as a CliError with an exit code. */
export function createClient({ api, token, tokenFrom }: Connection, timeoutMs = TIMEOUT_MS): Client {
  async function send(
    { method, path, query = {}, body, file, idempotencyKey }: Call,
    accept: string,
    signal: AbortSignal,
  ) {
    const search = new URLSearchParams(query).toString();
    const response = await fetch(`${api}/api/admin${path}${search && `?${search}`}`, {
      method,
      // Do not follow redirects: another host must not receive the token.
      redirect: 'manual',
      headers: {
        Accept: accept,
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(file !== undefined && { 'Content-Type': 'application/octet-stream' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file !== undefined && { body: file }),
      signal,
    });
    if (response.ok) return response;
    throw failureOf(response, await response.text());
  }

  const failureOf = (response: Response, text: string): CliError => {
    if (response.status === 401)
      return new CliError(exitCodes.unauthorised, `${api} rejects the token of ${tokenFrom}: ${SET_TOKEN}`);
    const location = response.headers.get('location');
    const fallback = location
      ? `${api} redirects to ${location}: use that URL as --api.`
      : `${api} answered ${response.status} ${response.statusText}`.trimEnd();
    return new CliError(exitCodeOf(response.status), errorOf(text) ?? fallback);
  };

  return {
    async call(call) {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const response = await send(call, 'application/json', signal);
        const text = await response.text();
        return { text, value: parse(text, api), headers: response.headers };
      } catch (error) {
        throw unreachableError(error, api, timeoutMs);
      }
    },

    async stream(call, accept, signal) {
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(timeoutError()), timeoutMs);
      const body = async function* (response: Response) {
        try {
          for await (const piece of response.body ?? []) {
            timer.refresh();
            yield piece;
          }
        } catch (error) {
          throw unreachableError(error, api, timeoutMs);
        } finally {
          clearTimeout(timer);
        }
      };
      try {
        return Readable.from(body(await send(call, accept, AbortSignal.any([signal, silence.signal]))), {
          objectMode: false,
        });
      } catch (error) {
        clearTimeout(timer);
        throw unreachableError(error, api, timeoutMs);
      }
    },
  };
}

const timeoutError = () => new DOMException('no answer', 'TimeoutError');

function parse(text: string, api: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(exitCodes.unreachable, `The server at ${api} is not Venue Booking.`);
  }
}

/** The message of an `{error}` response. */
function errorOf(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text);
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Converts errors of `fetch` to a CliError with a readable message. */
function unreachableError(error: unknown, api: string, timeoutMs: number): unknown {
  if (error instanceof CliError || !(error instanceof Error)) return error;
  if (error.name === 'AbortError') return error;
  if (error.name === 'TimeoutError')
    return new CliError(exitCodes.unreachable, `No response from ${api} within ${timeoutMs / 1000} s.`);
  const cause = error.cause as { code?: string; message?: string } | undefined;
  const reason = cause?.code ?? cause?.message ?? error.message;
  const hint = reason === 'ECONNREFUSED' ? ' Is it running there? Use --api for another URL.' : '';
  return new CliError(exitCodes.unreachable, `${api} is unreachable (${reason}).${hint}`);
}
