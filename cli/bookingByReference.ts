import { readReference } from '@venue-booking/domain/booking/bookingReference';
import type { Call, Client } from './apiClient.ts';
import { CliError, exitCodes } from './exitCodes.ts';
import { isObject } from './jsonObject.ts';

/**
 * Replaces a booking reference in the path of a call by the booking's id. The API accepts references only in
 * searches.
 * @throws CliError when the venue has no such booking
 */
export async function withBookingId(call: Call, client: Client): Promise<Call> {
  const [, list = '', typed = '', rest = ''] = /^(.*\/bookings)\/([^/]+)(.*)$/.exec(call.path) ?? [];
  const reference = readReference(decodeURIComponent(typed));
  if (reference === null) return call;
  const { value } = await client.call({ method: 'GET', path: list, query: { q: reference, limit: '1' } });
  const [found] = Array.isArray(value) ? value : [];
  if (!isObject(found) || found.reference !== reference)
    throw new CliError(exitCodes.notFound, `The venue has no booking ${reference}.`);
  return { ...call, path: `${list}/${found.id}${rest}` };
}
