import type { z } from 'zod';

/** An answer of the gateway. `location`: where it sends to. */
export type Answer = { status: number; location: string | null; json: unknown };

/** `withinMs`: longest that this call may take. */
type Sent = {
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  withinMs?: number;
};

/** Of a text that somebody else wrote, as much as fits a line. */
const TEXT = 200;

/** Calls of the gateway at one address, none of which outlives a signal. */
export function apiOf(
  { url, token, venue }: { url: string; token: string; venue: string },
  signal: AbortSignal,
) {
  const send = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
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
      // The message may hold what was sent.
      const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
      throw new Error(`there is no answer at API_URL (${code ?? error.name})`);
    });
    const location = response.headers.get('location');
    // Before any of it is cut short: half a token is none of a reader's business either.
    const text = (await response.text()).replaceAll(token, '[token]');
    return { status: response.status, location, json: parsed(text) };
  };
  return {
    signal,
    /** A call of the admin API, below the venue, or for `/` of all venues. */
    admin: (method: string, path = '', sent: Sent = {}) =>
      send(method, `/api/admin/venues${path === '/' ? '' : `/${venue}${path}`}`, {
        ...sent,
        headers: { Authorization: `Bearer ${token}` },
      }),
    /** A guest's call for the venue. */
    guest: (method: string, path: string, { headers, ...sent }: Sent = {}) =>
      send(method, `/api/site${path}`, { ...sent, headers: { 'X-Tenant': venue, ...headers } }),
    /** Opens an address that guests get, here: its host may lead nowhere from where this runs. */
    open(address: string, form?: Record<string, string>) {
      const { pathname, search } = new URL(address, url);
      return send(form ? 'POST' : 'GET', pathname + search, form && { form });
    },
  };
}

export type Api = ReturnType<typeof apiOf>;

/** What an answer holds. @throws Error with what it said, when it is a refusal or something else */
export function read<S extends z.ZodType>(answer: Answer, schema: S): z.infer<S> {
  if (answer.status === 401) throw new Error("OPERATOR_TOKEN is not this installation's");
  if (answer.status >= 300) throw new Error(refusalOf(answer));
  const result = schema.safeParse(answer.json);
  if (!result.success)
    throw new Error(`the answer is not what it should be: ${result.error.issues[0]?.path.join('.')}`);
  return result.data;
}

/** What an answer says that is no success. */
export function refusalOf({ status, json }: Answer): string {
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
