import type { Booking, BookingResponse } from '@venue-booking/proto/booking/booking';
import type { ProofChallenge } from '@venue-booking/proto/booking/proofOfWork';
import type { Quote, QuoteRequest } from '@venue-booking/proto/booking/quote';
import type { WaitingListResponse } from '@venue-booking/proto/booking/waitingList';
import type { Availability, DaySlots, SlotCheck } from '@venue-booking/proto/facility/slot';
import type { Site } from '@venue-booking/proto/venue/venue';
import type { Settings } from '../element/settings.ts';
import type { Locale } from '../texts/wording.ts';

/** Longer than the API's own deadlines (8 s for reads, 15 s for writes). */
const TIMEOUT_MS = 20_000;
const RETRY_MS = 1000;

/**
 * The cause of an error as a guest sees it: no connection, too many attempts, a rejection with a reason, or a
 * failure that may be temporary.
 */
export type FailureKind = 'offline' | 'rate_limited' | 'refused' | 'failed';

/** A failed API call. `message` is the API's own error text; empty if there was none. */
export class ApiError extends Error {
  readonly kind: FailureKind;
  /** HTTP status; 504 after a timeout, 0 without a response. */
  readonly status: number;
  /** Seconds to wait before a retry, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Amount of proof-of-work that the API requires, if the booking was rejected for lack of it. */
  readonly work: number | undefined;

  constructor(kind: FailureKind, status = 0, message = '', retryAfter?: number, work?: number) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.retryAfter = retryAfter;
    this.work = work;
  }
}

/** The booking as the form fills it in. `book` adds the proof of work and replaces the quote by its token. */
export type BookingBody = {
  slot_id: number;
  customer_name: string;
  customer_email: string;
  people: number;
  guests?: Record<string, number> | undefined;
  add_ons?: Record<string, number> | undefined;
  extra: Record<string, string | boolean>;
  /** The text with which the page marks the booking. */
  reference?: string | undefined;
  /** The price that the API promised. */
  quote?: Quote | undefined;
  locale: Locale;
  redirect_url: string | undefined;
};

/** A place on the waiting list as the form fills it in: for a slot, or for a day of a facility. */
export type WaitingBody = Omit<BookingBody, 'slot_id' | 'reference' | 'quote' | 'redirect_url'> & {
  slot_id?: number | undefined;
  facility_id?: number | undefined;
  date?: string | undefined;
};

/** A booking with its current state, as its signed ticket link returns it. */
export type Ticket = Booking & {
  venue: { slug: string; name: string };
  payment_status?: string;
  /** Amount refunded so far, of a booking that was paid online. */
  refunded_eur?: number;
  /** Local venue time. */
  cancel_until?: string | null;
  /** The refund if the guest cancels now; present while the booking can be cancelled. */
  refund_on_cancel_eur?: number;
  /**
   * The current and later refund tiers, if the refund decreases over time. Amounts are present once they are
   * known.
   */
  refund_tiers?: { until: string; percent: number; refund_eur?: number }[];
  /** Amount left to pay of a booking that was paid online. */
  open_eur?: number;
  /** The part of the price to pay now, and its rest; present while an unpaid booking has a deposit. */
  deposit_eur?: number | undefined;
  rest_eur?: number | undefined;
  /** Deadline for paying the rest online, local venue time; absent: at the venue. */
  rest_until?: string | undefined;
  /** Present only while the booking is unpaid and its hold lasts. */
  checkout_url?: string;
  /** Local venue time. */
  pay_until?: string;
};

/**
 * The API of one venue. Calls reject with an {@link ApiError}, or with an `AbortError` when `signal` aborts.
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
  /** Retries once if there was no response: a phone reports that it is online slightly too early. */
  const send = <T>(path: string, init: RequestInit): Promise<T> =>
    once<T>(path, init).catch(async (error: ApiError) => {
      if (error.kind !== 'failed' || error.status) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
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
    /** @param range days `YYYY-MM-DD`, at most 62. Default: 31 days from the venue's current booking day. */
    days: (facility: number, range?: { from: string; to: string }, signal?: AbortSignal) =>
      get<Availability>(
        `/api/site/facilities/${facility}/availability${range ? `?from=${range.from}&to=${range.to}` : ''}`,
        signal,
      ),
    slots: (facility: number, date: string, signal?: AbortSignal) =>
      get<DaySlots>(`/api/site/facilities/${facility}/slots?date=${date}`, signal),
    check: (slot: number, signal?: AbortSignal) => get<SlotCheck>(`/api/site/slots/${slot}`, signal),
    quote: (request: QuoteRequest) => post<Quote>('/api/site/quotes', request),
    challenge: (work: number) => get<ProofChallenge>(`/api/site/challenge?work=${work}`),
    /**
     * @param key idempotency key, the same for every attempt at one booking
     * @param proof proof of work, if the API requires one
     */
    book: (body: BookingBody, key: string, proof?: string) =>
      post<BookingResponse>(
        '/api/site/bookings',
        { ...body, quote: body.quote?.quote, proof_of_work: proof },
        { 'Idempotency-Key': key },
      ),
    /** Joins the waiting list of a slot, or of a day. @see Api.book */
    join: (body: WaitingBody, key: string, proof?: string) =>
      post<WaitingListResponse>(
        '/api/site/waiting-list',
        { ...body, proof_of_work: proof },
        { 'Idempotency-Key': key },
      ),
    /**
     * Sends no header that needs a preflight request, because ticket URLs do not answer those.
     * @param url the `ticket_url` of a booking. Its token is requested at this API's base URL, which allows
     * the page's origin.
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

/** Resolves image paths against the API base URL and skips missing or invalid ones. */
export function imagesOf(images: readonly (string | undefined)[], apiBase: string): string[] {
  const base = new URL(apiBase, document.baseURI).href;
  return images.flatMap((image) => (image && URL.canParse(image, base) ? new URL(image, base).href : []));
}
