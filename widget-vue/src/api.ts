import type { Booking, BookingResponse } from '@venue-booking/proto/booking';
import type { ProofChallenge } from '@venue-booking/proto/proofOfWork';
import type { Quote, QuoteRequest } from '@venue-booking/proto/quote';
import type { Availability, DaySlots, SlotCheck } from '@venue-booking/proto/slot';
import type { Site } from '@venue-booking/proto/venue';
import type { Settings } from './settings.ts';
import type { Locale } from './wording.ts';

/** Longer than the API's own deadlines (8 s to read, 15 s to write). */
const TIMEOUT_MS = 20_000;
const AGAIN_MS = 1000;

/**
 * What a problem is to a guest: no connection; too many bookings; a refusal with a reason; or a fault that
 * may pass.
 */
export type ProblemKind = 'offline' | 'rate_limited' | 'refused' | 'failed';

/** Why a call did not do what was asked. `message` is the API's own text, empty when none came. */
export class ApiError extends Error {
  readonly kind: ProblemKind;
  /** HTTP status; 504 when the answer took too long, 0 when none came. */
  readonly status: number;
  /** Seconds until another try makes sense, when the API tells. */
  readonly retryAfter: number | undefined;
  /** The work that the booking needs, when it was refused for that. */
  readonly work: number | undefined;

  constructor(kind: ProblemKind, status = 0, message = '', retryAfter?: number, work?: number) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.retryAfter = retryAfter;
    this.work = work;
  }
}

/** What the form sends; the rest of the request is the widget's. */
export type BookingBody = {
  slot_id: number;
  customer_name: string;
  customer_email: string;
  people: number;
  guests?: Record<string, number> | undefined;
  add_ons?: Record<string, number> | undefined;
  extra: Record<string, string | boolean>;
  /** What was promised of its price; the request names it. */
  quote?: Quote | undefined;
  locale: Locale;
  redirect_url: string | undefined;
};

/** A ticket as its signed link answers it: the booking with its present state. */
export type Ticket = Booking & {
  venue: { slug: string; name: string };
  payment_status?: string;
  /** What of the money has gone back, once it was paid online. */
  refunded_eur?: number;
  /** Local venue time. */
  cancel_until?: string | null;
  /** What cancelling gives back, while it can be cancelled. */
  refund_on_cancel_eur?: number;
  /** Where that becomes less with time: until when, from now on. Amounts are there once they are known. */
  refund_tiers?: { until: string; percent: number; refund_eur?: number }[];
  /** Only while it is unpaid and its places are held. */
  checkout_url?: string;
  /** Local venue time. */
  pay_until?: string;
};

/**
 * The calls of one venue. Each rejects with an {@link ApiError}, or with an `AbortError` when `signal`
 * aborts.
 */
export function createApi({ base, tenant, locale }: Settings) {
  const once = async <T>(path: string, init: RequestInit): Promise<T> => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const headers = { 'Accept-Language': locale, ...init.headers };
    try {
      const response = await fetch(base + path, { ...init, headers, signal });
      const body = await response.json().catch(() => null);
      if (response.ok && body) return body;
      throw errorOf(response, body);
    } catch (error) {
      if (error instanceof ApiError || init.signal?.aborted) throw error;
      const isLate = (error as Error).name === 'TimeoutError';
      throw new ApiError(navigator.onLine ? 'failed' : 'offline', isLate ? 504 : 0);
    }
  };
  /** Without an answer it is tried once more: a phone says that it is online a little before it is. */
  const send = <T>(path: string, init: RequestInit): Promise<T> =>
    once<T>(path, init).catch(async (error: ApiError) => {
      if (error.kind !== 'failed' || error.status) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      return once<T>(path, init);
    });
  const forVenue = { 'X-Tenant': tenant };
  const post = <T>(path: string, body: unknown, headers?: HeadersInit) =>
    send<T>(path, {
      method: 'POST',
      headers: { ...forVenue, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const get = <T>(path: string, signal: AbortSignal | null = null, headers: HeadersInit = forVenue) =>
    send<T>(path, { headers, signal });

  return {
    site: (signal?: AbortSignal) => get<Site>('/api/site/facilities', signal),
    /** @param range days `YYYY-MM-DD`, at most 62; without one, 31 days from the venue's today */
    days: (facility: number, range?: { from: string; to: string }, signal?: AbortSignal) =>
      get<Availability>(
        `/api/site/facilities/${facility}/availability${range ? `?from=${range.from}&to=${range.to}` : ''}`,
        signal,
      ),
    slots: (facility: number, date: string, signal?: AbortSignal) =>
      get<DaySlots>(`/api/site/facilities/${facility}/slots?date=${date}`, signal),
    check: (slot: number, signal?: AbortSignal) => get<SlotCheck>(`/api/site/slots/${slot}`, signal),
    quote: (wish: QuoteRequest) => post<Quote>('/api/site/quotes', wish),
    challenge: (work: number) => get<ProofChallenge>(`/api/site/challenge?work=${work}`),
    /**
     * @param key the same for every try of one booking, so that it is made once
     * @param proof work of the browser, where the API needs it
     */
    book: (body: BookingBody, key: string, proof?: string) =>
      post<BookingResponse>(
        '/api/site/bookings',
        { ...body, quote: body.quote?.quote, proof_of_work: proof },
        { 'Idempotency-Key': key },
      ),
    /**
     * Without a header that takes a preflight: tickets answer none.
     * @param url the `ticket_url` of a booking; its end is asked for at this API, as that is where the page
     * may call
     */
    ticket: (url: string, signal?: AbortSignal) =>
      get<Ticket>(`/tickets/${url.split('/').pop()}`, signal, { Accept: 'application/json' }),
  };
}

export type Api = ReturnType<typeof createApi>;

function errorOf({ status, headers }: Response, body: { error?: string } | null): ApiError {
  const kind = status === 429 ? 'rate_limited' : status >= 500 || !body?.error ? 'failed' : 'refused';
  const numberIn = (name: string) => Number(headers.get(name)) || undefined;
  return new ApiError(kind, status, body?.error, numberIn('Retry-After'), numberIn('Proof-Of-Work'));
}

/** Addresses of images, of those that have one; paths are meant on the API's address. */
export function imagesOf(images: readonly (string | undefined)[], apiBase: string): string[] {
  const base = new URL(apiBase, document.baseURI).href;
  return images.flatMap((image) => (image && URL.canParse(image, base) ? new URL(image, base).href : []));
}
