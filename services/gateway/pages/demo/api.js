/** A refusal or a failure, with a message for the visitor. */
export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** The calls of the booking flow; what is sent and what is shown as a command are made of the same. */
export const calls = {
  facilities: () => ({ method: 'GET', path: '/api/site/facilities' }),
  availability: (facilityId) => ({ method: 'GET', path: `/api/site/facilities/${facilityId}/availability` }),
  slots: (facilityId, date) => ({
    method: 'GET',
    path: `/api/site/facilities/${facilityId}/slots?date=${date}`,
  }),
  booking: (body) => ({ method: 'POST', path: '/api/site/bookings', body }),
};

/** Makes a call for a venue. @returns the answer @throws ApiError, or AbortError when `signal` was aborted */
export async function send(venue, { method, path, body }, { signal, headers } = {}) {
  const init = { method, signal, headers: { 'X-Tenant': venue, 'Accept-Language': 'en', ...headers } };
  if (body) {
    init.body = JSON.stringify(body);
    init.headers['Content-Type'] = 'application/json';
  }
  const response = await fetch(path, init).catch((error) => {
    if (error.name === 'AbortError') throw error;
    throw new ApiError('The server cannot be reached. Check your connection and try again.');
  });
  const answer = await response.json().catch((error) => {
    if (error.name === 'AbortError') throw error;
    return {};
  });
  if (response.ok) return answer;
  throw new ApiError(answer.error ?? `The server answered ${response.status}. Try again.`, response.status);
}

let attempt = { body: '', key: '' };

/** The same key for the same booking: sent once more after a lost answer, it isn't booked twice. */
export function idempotencyKey(venue, body) {
  const text = venue + JSON.stringify(body);
  if (attempt.body !== text) attempt = { body: text, key: newKey() };
  return attempt.key;
}

/** Forgets the attempt: booking the same once more is then meant. */
export const forgetAttempt = () => {
  attempt = { body: '', key: '' };
};

// `crypto.randomUUID` is missing on plain http addresses other than localhost.
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
