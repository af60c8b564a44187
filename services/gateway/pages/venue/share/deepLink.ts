import { FacilityId, LocalDate } from '@venue-booking/proto/primitives';
import type { Request } from 'express';

/**
 * The query with which a page opens its widget at a facility and a day, from the same query of a request.
 * Invalid values are left out.
 */
export function deepLinkOf({ query }: Pick<Request, 'query'>): string {
  const search = new URLSearchParams();
  const facility = FacilityId.safeParse(Number(query['vb-facility'])).data;
  const date = LocalDate.safeParse(query['vb-date']).data;
  if (facility !== undefined) search.set('vb-facility', String(facility));
  if (date !== undefined) search.set('vb-date', date);
  return search.size > 0 ? `?${search}` : '';
}
