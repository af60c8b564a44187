import { once } from 'node:events';
import type { IncomingMessage, RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import * as http from '@venue-booking/kit/http/nodeHttp';
import { isPublicAddress } from './publicAddress.ts';
import { hostOf, NOT_PUBLIC, parseReceiverUrl, ReceiverRejected } from './receiverUrl.ts';
import { type ResolveHost, resolveAnywhere, resolvePublic } from './resolveHost.ts';

/** A request without a response. The message gives people the reason, without an IP address. */
export class NoResponse extends Error {
  override name = 'NoResponse';
}

type PostRequest = { headers: Record<string, string>; body: string; signal?: AbortSignal };

const TIMEOUT_MS = 10_000;
const CHECK_TIMEOUT_MS = 4000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Maximum informational responses (1xx) per request. */
const MAX_INFORMATIONAL = 10;

/**
 * Requests to URLs that others have chosen. A host name is resolved once, all its addresses must be on the
 * public internet, and the connection uses one of these addresses. So a name that resolves differently a
 * moment later gains nothing. No proxy is used, because it would resolve the name again.
 * @param options.allowPrivate whether receivers may be inside our own network and use plain HTTP
 */
export function createReceivers({
  allowPrivate,
  resolve = allowPrivate ? resolveAnywhere : resolvePublic,
  timeoutMs = TIMEOUT_MS,
}: {
  allowPrivate: boolean;
  resolve?: ResolveHost;
  timeoutMs?: number;
}) {
  /** The URL and the addresses that may be used for it. */
  const locate = async (text: string, signal: AbortSignal) => {
    const url = parseReceiverUrl(text, allowPrivate);
    const host = hostOf(url);
    signal.throwIfAborted();
    const found = () => Promise.race([resolve(host, signal), once(signal, 'abort')]).catch(() => []);
    const addresses = isIP(host) ? [host] : await found();
    signal.throwIfAborted();
    if (addresses.length === 0) throw new ReceiverRejected('its host name does not resolve');
    if (!allowPrivate && !addresses.every(isPublicAddress)) throw new ReceiverRejected(NOT_PUBLIC);
    return { url, addresses };
  };

  return {
    /** @throws ReceiverRejected if a request to this URL would be rejected now */
    async check(text: string): Promise<void> {
      const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      await locate(text, signal).catch((error: unknown) => {
        throw signal.aborted ? new ReceiverRejected('its host name does not resolve') : error;
      });
    },

    /**
     * Sends a POST and returns the response's status. The body is discarded, redirects are not followed.
     * @throws ReceiverRejected, NoResponse
     */
    async post(text: string, { headers, body, signal: stopped }: PostRequest): Promise<number> {
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = stopped ? AbortSignal.any([timeout, stopped]) : timeout;
      try {
        const { url, addresses } = await locate(text, signal);
        return await send(url, body, {
          method: 'POST',
          headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
          lookup: pinned(addresses),
          signal,
        });
      } catch (error) {
        if (error instanceof ReceiverRejected) throw error;
        if (timeout.aborted) throw new NoResponse(`no response within ${timeoutMs / 1000} s`);
        throw new NoResponse(`connection failed (${codeOf(error)})`);
      }
    },
  };
}
export type Receivers = ReturnType<typeof createReceivers>;

/** Sends over a new connection; resolves to the status once the body has ended or is too large. */
const send = (url: URL, body: string, options: RequestOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, { ...options, agent: false });
    let responded = false;
    request.once('response', async (response) => {
      responded = true;
      await drain(response);
      resolve(response.statusCode ?? 0);
    });
    // For a 101 response: without this the request would never end.
    request.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    let informational = 0;
    request.on('information', () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) request.destroy(new Error('too many 1xx responses'));
    });
    const failed = (error: unknown) => {
      if (!responded) reject(error);
    };
    request.on('error', failed).once('close', () => failed(new Error('closed without a response')));
    request.end(body);
  });

/** Reads and discards a body. The status is known already, so errors in the body do not matter. */
async function drain(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_RESPONSE_BYTES) break; // leaving the loop destroys the connection
    }
  } catch {}
}

/** A `lookup` for sockets that returns only these addresses. */
const pinned = (addresses: readonly string[]): NonNullable<RequestOptions['lookup']> => {
  const resolved = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = resolved;
    if (options.all) callback(null, resolved);
    else callback(null, first?.address ?? '', first?.family);
  };
};

/** Node's error code, such as `ECONNREFUSED`; nothing that the receiver could choose. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown';
}
