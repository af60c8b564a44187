import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { read, utils } from '@e965/xlsx';
import { type ApiResponse, call } from '../stack/api.ts';
import type { Receiver } from '../stack/receiver.ts';
import type { Stack } from '../stack/stack.ts';
import type { TestProviders } from '../stack/testProviders.ts';
import type { FacilitySpec, VenueSpec } from './anyVenue.ts';
import type { Books } from './books.ts';
import { toPricing, type Wish } from './expectedPrice.ts';

export type Facility = FacilitySpec & { id: number; name: string };
/** A booking with its own books. */
export type Guest = {
  id: number;
  reference: string;
  facility: Facility;
  wish: Wish;
  /** Start in the venue's local time. */
  startsAt: string;
  locale: string;
  ticketUrl: string;
  payUrl: string | undefined;
  /** The price by VAT rate in percent, unrounded. */
  byRate: Map<number, number>;
  slack: number;
  books: Books;
  /** Its refund rules: those of the venue, if it is paid online. */
  tiers: VenueSpec['tiers'];
  /** Entries of the desk that can be undone. */
  entries: { id: string; cents: number; key: string }[];
  /** What happened so far. */
  steps: string[];
};

export type World = { stack: Stack; providers: TestProviders; hooks: Receiver };
export type LiveVenue = Awaited<ReturnType<typeof openVenue>>;

export const cents = (euro: unknown): number => Math.round(Number(euro ?? 0) * 100);

/** Creates a random venue with its facilities and account. */
export async function openVenue(world: World, spec: VenueSpec, name: string) {
  const { stack, providers, hooks } = world;
  const { api } = stack;
  const slug = `${name}-${randomUUID().slice(0, 8)}`;
  const must = (wanted: number, answer: ApiResponse, what: string) => {
    assert.equal(answer.status, wanted, `${what}: ${answer.text}`);
    return answer;
  };
  const admin = async (method: string, path: string, body?: unknown, headers = {}, wanted?: number) => {
    const url = `${api.url}/api/admin/venues/${slug}${path}`;
    const send = () =>
      call(url, {
        method,
        headers: { Authorization: `Bearer ${stack.operatorToken}`, ...headers },
        ...(body !== undefined && { body }),
      });
    let answer = await send();
    // A busy machine may end requests; reading again changes nothing.
    for (let tries = 4; method === 'GET' && answer.status >= 503 && tries > 0; tries--) answer = await send();
    return wanted === undefined ? answer : must(wanted, answer, `${method} ${path} ${JSON.stringify(body)}`);
  };
  const showsVat = spec.facilities.every(({ price }) => price.vat !== null);
  await api.newVenue({
    ...{ slug, name, timezone: spec.timezone, day_start: spec.dayStart, refund_tiers: spec.tiers },
    ...{
      cancel_until_hours: 0,
      check_in_from_hours: 8760,
      notify_new: false,
      notify_changed: false,
      notify_cancelled: false,
    },
    invoicing: {
      ...{ legal_name: name, address: { street: 'A 1', postal_code: '1', city: 'B', country: 'NL' } },
      ...{ vat_number: 'NL123456789B01', tax_number: null, register_number: null, footer: null },
      ...{ vat_exemption: showsVat ? null : 'Small business', number_prefix: '' },
    },
  });
  const facilities: Facility[] = [];
  for (const [n, facility] of spec.facilities.entries()) {
    const { price, deposit, restOnline } = facility;
    const amount =
      deposit &&
      ('percent' in deposit
        ? { percent: deposit.percent }
        : { fixed_eur: deposit.cents / 100, from_eur: deposit.fromCents / 100 });
    const id = await api.newFacility(slug, {
      ...{ name: `Facility ${n}`, capacity: 500, max_people_per_booking: 40, vat_percent: price.vat },
      ...{ price_eur: price.cents / 100, pricing: toPricing(price) },
      ...{ opens_at: spec.dayStart, closes_at: spec.dayStart },
      deposit: amount && { ...amount, ...(restOnline && { rest: 'online', rest_until_hours: 12 }) },
    });
    facilities.push({ ...facility, id, name: `Facility ${n}` });
  }
  if (spec.provider) {
    const account =
      spec.provider === 'sandbox'
        ? { provider: 'sandbox' }
        : providers.all.find((one) => one.name === spec.provider)?.newAccount().link;
    const fees = {
      platform_fee_percent: spec.feePoints / 100,
      platform_fee_fixed_eur: spec.feeCents / 100,
      platform_fee_bearer: spec.bearer,
    };
    await admin('PUT', '/payment-account', { ...account, ...fees }, {}, 200);
  }
  const events = ['booking.created', 'booking.confirmed', 'booking.changed', 'booking.cancelled'];
  await admin('POST', '/webhooks', { url: `${hooks.url}/${slug}`, events }, {}, 201);
  /** The rows of an export. */
  const rowsOf = async (path: string, type: 'csv' | 'xlsx' = 'csv') => {
    const accept =
      type === 'csv' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const prefix = path.startsWith('/fees') ? '' : `/venues/${slug}`;
    const response = await fetch(`${api.url}/api/admin${prefix}${path}`, {
      headers: { Authorization: `Bearer ${stack.operatorToken}`, Accept: accept },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(response.status, 200, `${path}: ${bytes}`);
    const book =
      type === 'csv'
        ? read(bytes.toString().replace('\u{feff}', ''), { type: 'string', raw: true, FS: ',' })
        : read(bytes);
    const [sheet = assert.fail('no sheet')] = Object.values(book.Sheets);
    return utils.sheet_to_json<Record<string, unknown>>(sheet, { raw: true, defval: '' });
  };
  const guests: Guest[] = [];
  return { spec, slug, name, facilities, guests, admin, must, rowsOf, api, world };
}
