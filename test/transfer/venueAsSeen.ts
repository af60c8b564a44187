import assert from 'node:assert/strict';
import { type Api, daysAhead } from '../stack/api.ts';

// biome-ignore lint/suspicious/noExplicitAny: the JSON of a client, without our types
type Json = any;

/** Days of slots to compare. */
const DAYS = 62;

/**
 * Everything of a venue that people and programs see through the API, without its ids and addresses: two
 * installations of the same venue are equal. It shares no code with the export.
 */
export async function venueAsSeen(api: Api, slug: string, { days = DAYS, parties = [1, 2, 3, 5, 8] } = {}) {
  const read = async (path: string): Promise<Json> => {
    const { status, body, text } = await api.admin('GET', `/venues/${slug}${path}`);
    assert.equal(status, 200, `${path}: ${text}`);
    return body;
  };
  const { slug: _, live: __, domains: ___, primary_domain: ____, brand, ...settings } = await read('');
  const facilities: Json[] = await read('/facilities');
  const rooms: Json[] = await read('/rooms');
  const nameOf = new Map(facilities.map(({ id, name }) => [id, name]));
  const roomName = new Map(rooms.map(({ id, name }) => [id, name]));
  const slots: Json = {};
  const prices: Json = {};
  for (const { id, name, ...facility } of facilities) {
    // An inactive facility has no slots.
    for (let day = 0; day < (facility.active ? days : 0); day++) {
      const list = await read(`/facilities/${id}/slots?date=${daysAhead(day)}`);
      slots[`${name} ${list.date}`] = list.slots.map(({ id: _id, ...slot }: Json) => slot);
    }
    for (const people of facility.pricing ? parties : []) {
      const starts_at = `${daysAhead(9)}T${facility.opens_at}`;
      const { pricing, vat_percent } = facility;
      const body = { pricing, vat_percent, people, starts_at, duration_minutes: facility.duration_minutes };
      prices[`${name} ${people}`] = (await api.admin('POST', `/venues/${slug}/price-preview`, body)).body;
    }
  }
  const bookings = await allBookings(api, slug);
  const figures = async (from: number, to: number) => {
    const seen = await read(`/figures?from=${daysAhead(from)}&to=${daysAhead(to)}`);
    // Online payments arrive as a sum of their own.
    const withoutMoney = (totals: Json) => {
      const { revenue_eur: _r, refunds_eur: _f, desk_eur: _d, imported_eur: _i, ...counts } = totals;
      return counts;
    };
    return {
      totals: withoutMoney(seen.totals),
      periods: seen.periods.map(withoutMoney),
      facilities: seen.facilities
        .map(({ facility_id: _i, id: _id, ...counts }: Json) => counts)
        .toSorted(byText),
      hours: seen.hours,
    };
  };
  return {
    settings,
    brand: Object.keys(brand ?? {}).filter((key) => brand[key] !== null),
    rooms: rooms.map(({ name }) => name).toSorted(),
    facilities: facilities.map(({ id: _id, rooms: used = [], images = [], ...facility }) => ({
      ...facility,
      rooms: used.map((room: number) => roomName.get(room)),
      images: images.map((url: string) => url.replace(/^.*\/images\/[^/]*\//, '')),
    })),
    fields: await read('/fields'),
    days: (await read('/special-days')) as unknown,
    exceptions: (await read(`/exceptions?from=${daysAhead(0)}&to=${daysAhead(300)}`))
      .map(({ facility_id, ...day }: Json) => ({ facility: nameOf.get(facility_id), ...day }))
      .toSorted(byText),
    people: (await read('/people')).map(({ email, role }: Json) => ({ email, role })),
    slots,
    prices,
    bookings: bookings.map((booking) => withoutIds(booking, nameOf)).toSorted(byText),
    past: await figures(-30, -1),
    coming: await figures(0, 30),
  };
}

const byText = (one: unknown, other: unknown): number =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;

/** All bookings of a venue, page by page. */
export async function allBookings(api: Api, slug: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page = await api.admin('GET', `/venues/${slug}/bookings?limit=100${query}`);
    assert.equal(page.status, 200, page.text);
    found.push(...page.body);
    const next: string | undefined = /[?&]cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1];
    cursor = next === undefined ? null : decodeURIComponent(next);
  }
  return found;
}

/** A booking without ids, addresses and the payment state, which only a first online payment has. */
function withoutIds(booking: Json, nameOf: ReadonlyMap<number, string>): Json {
  const { id: _, slot_id: __, ticket_url: ___, facility_id, series, revision: ____, ...rest } = booking;
  const { payment_status: _p, desk_eur: _d, to_return_eur: _t, kept_eur: _k, ...same } = rest;
  return {
    ...same,
    facility: nameOf.get(facility_id) ?? rest.facility,
    ...(series && { series: { ...series, id: undefined } }),
  };
}
