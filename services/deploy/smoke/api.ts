import type { z } from 'zod';

/** A response of the gateway. `location`: the target of a redirect. */
export type ApiResponse = { status: number; location: string | null; json: unknown };

/** `withinMs`: timeout of this call. */
type Sent = {
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  withinMs?: number;
};

/** Maximum length of a quoted error message. */
const TEXT = 200;

/** Calls to the gateway at one address. All of them end when `signal` aborts. */
export function apiOf(
  { url, token, venue }: { url: string; token: string; venue: string },
  signal: AbortSignal,
) {
  const send = async (method: string, path: string, sent: Sent = {}): Promise<ApiResponse> => {
    const { body, form, headers, withinMs } = sent;
    const content = form ? new URLSearchParams(form) : body === undefined ? null : JSON.stringify(body);
    const response = await fetch(url + path, {
      method,
      body: content,
      redirect: 'manual',
      signal: withinMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(withinMs)]),
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
    }).catch((error: Error) => {
      if (signal.aborted) throw signal.reason;
      // The message may contain the request.
      const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
      throw new Error(`no response from API_URL (${code ?? error.name})`);
    });
    const location = response.headers.get('location');
    // Redact before shortening, so that no part of the token remains.
    const text = (await response.text()).replaceAll(token, '[token]');
    return { status: response.status, location, json: parsed(text) };
  };
  return {
    signal,
    /** A call to the admin API for the venue, or with `/` for all venues. */
    admin: (method: string, path = '', sent: Sent = {}) =>
      send(method, `/api/admin/venues${path === '/' ? '' : `/${venue}${path}`}`, {
        ...sent,
        headers: { Authorization: `Bearer ${token}` },
      }),
    /** A guest's call for the venue. */
    guest: (method: string, path: string, { headers, ...sent }: Sent = {}) =>
      send(method, `/api/site${path}`, { ...sent, headers: { 'X-Tenant': venue, ...headers } }),
    /** Opens a guest's link at API_URL, because its host may not be reachable from here. */
    open(address: string, form?: Record<string, string>) {
      const { pathname, search } = new URL(address, url);
      return send(form ? 'POST' : 'GET', pathname + search, form && { form });
    },
  };
}

export type Api = ReturnType<typeof apiOf>;

/** Parses a response. @throws Error with its message if it is a failure or does not match the schema */
export function read<S extends z.ZodType>(answer: ApiResponse, schema: S): z.infer<S> {
  if (answer.status === 401) throw new Error('the installation rejects OPERATOR_TOKEN');
  if (answer.status >= 300) throw new Error(describeFailure(answer));
  const result = schema.safeParse(answer.json);
  if (!result.success)
    throw new Error(`the response has an unexpected format: ${result.error.issues[0]?.path.join('.')}`);
  return result.data;
}

/** Describes an unsuccessful response. */
export function describeFailure({ status, json }: ApiResponse): string {
  const { error } = (json ?? {}) as { error?: unknown };
  return `answered ${status}${typeof error === 'string' ? `: ${error.slice(0, TEXT)}` : ''}`;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
