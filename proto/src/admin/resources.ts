import { z } from 'zod';
import { BlockId } from '../booking/calendar.ts';
import { RoomId } from '../facility/room.ts';
import { SlotId } from '../facility/slot.ts';
import type { FailureCode } from '../failures.ts';
import { MailTextKind } from '../mail/mailText.ts';
import { CountableDate, FacilityId, LocalDate, Locale } from '../primitives.ts';
import { EventConsumer } from '../reports/deadLetter.ts';
import { Month } from '../reports/fees.ts';
import { PlanKey } from '../venue/plan.ts';
import { Slug } from '../venue/venue.ts';

/** A resource of the admin API, identified by its path. */
export type Resource<S extends z.ZodRawShape = z.ZodRawShape> = {
  /** Path below `/api/admin`. */
  path: string;
  /** Schemas of the path's parameters, in order. */
  shape: S;
  /** Names of the parameters on the command line. */
  args: readonly string[];
  /** The failure for an invalid `id`. */
  unknownId?: FailureCode | undefined;
};

export const platform: Resource<Record<never, never>> = { path: '', shape: {}, args: [] };

const below = <P extends z.ZodRawShape, S extends z.ZodRawShape>(
  parent: Resource<P>,
  { path, shape, args, unknownId = parent.unknownId }: Resource<S>,
): Resource<P & S> => ({
  path: parent.path + path,
  shape: { ...parent.shape, ...shape },
  args: [...parent.args, ...args],
  unknownId,
});

/** The resource's name in its failure code: `room` in `room_not_found`. */
type Named<Code = FailureCode> = Code extends `${infer Name}_not_found` ? Name : never;

/** A resource with an `id`. @param called its name in descriptions */
const byId = <P extends z.ZodRawShape, Id extends z.ZodType>(
  parent: Resource<P>,
  path: `/${string}`,
  { named, id, called = named }: { named: Named; id: Id; called?: string },
): Resource<P & { id: Id }> =>
  below(parent, {
    path: `${path}/{id}`,
    shape: { id: id.describe(`Id of the ${called}`) },
    args: [named],
    unknownId: `${named}_not_found`,
  });

export const venue = below(platform, {
  path: '/venues/{slug}',
  shape: { slug: Slug.describe('Slug of the venue') },
  args: ['venue'],
});

export const plan = below(platform, {
  path: '/plans/{key}',
  shape: { key: PlanKey },
  args: ['plan'],
  unknownId: 'plan_not_found',
});

/** A venue of the signed-in person. */
export const ownVenue = { ...venue, path: '/session/venues/{slug}' };

export const facility = byId(venue, '/facilities', { named: 'facility', id: FacilityId });
export const room = byId(venue, '/rooms', { named: 'room', id: RoomId });

export const exceptionDay = below(facility, {
  path: '/exceptions/{date}',
  shape: { date: LocalDate.describe('The day, as YYYY-MM-DD') },
  args: ['date'],
});

export const slot = byId(venue, '/slots', { named: 'slot', id: SlotId });
export const block = byId(venue, '/blocks', { named: 'block', id: BlockId });
export const booking = byId(venue, '/bookings', { named: 'booking', id: z.int().min(1) });
export const series = byId(venue, '/series', { named: 'series', id: z.uuid() });
export const seriesCode = byId(venue, '/series-codes', {
  named: 'series_code',
  id: z.uuid(),
  called: 'code',
});
export const waiting = byId(venue, '/waiting-list', {
  named: 'waiting',
  id: z.int().min(1),
  called: 'entry',
});
export const moves = byId(venue, '/moves', { named: 'moves', id: z.uuid(), called: 'list' });
/** An entry of money that a booking's desk took or returned. */
export const deskPayment = below(booking, {
  path: '/payments/{payment_id}',
  shape: { payment_id: z.uuid().describe('Id of the payment or refund at the desk') },
  args: ['payment'],
});

export const token = byId(venue, '/tokens', { named: 'token', id: z.uuid() });
export const person = byId(venue, '/people', { named: 'person', id: z.uuid() });
export const passkey = byId(platform, '/session/passkeys', { named: 'passkey', id: z.uuid() });
export const invitation = byId(platform, '/invitations', { named: 'invitation', id: z.uuid() });
export const operator = byId(platform, '/operators', { named: 'operator', id: z.uuid() });
/** A token of the operator for a program. */
export const operatorToken = byId(platform, '/operator-tokens', { named: 'token', id: z.uuid() });
/** A session of the signed-in person. */
export const ownSession = byId(platform, '/sessions', { named: 'session', id: z.uuid() });
export const image = byId(venue, '/images', { named: 'image', id: z.uuid() });
export const webhook = byId(venue, '/webhooks', { named: 'webhook', id: z.uuid() });

export const delivery = below(webhook, {
  path: '/deliveries/{delivery_id}',
  shape: { delivery_id: z.uuid().describe('Id of the delivery') },
  args: ['delivery'],
});

export const mailText = below(venue, {
  path: '/mail-texts/{kind}/{language}',
  shape: { kind: MailTextKind, language: Locale.describe('Language of the text') },
  args: ['kind', 'language'],
});

export const statement = below(venue, {
  path: '/statements/{month}',
  shape: { month: Month },
  args: ['month'],
});

/** A booking day of the till. */
export const tillDay = below(venue, {
  path: '/till/{date}',
  shape: { date: CountableDate.describe('The booking day, as YYYY-MM-DD') },
  args: ['date'],
});

export const attention = byId(venue, '/attention', { named: 'attention', id: z.uuid(), called: 'entry' });

export const deadLetter = below(platform, {
  path: '/dead-letters/{service}/{id}',
  shape: {
    service: z
      .string()
      .describe(`The service that could not apply the event: ${EventConsumer.options.join(', ')}`),
    id: z.uuid().describe('Id of the event'),
  },
  args: ['service', 'letter'],
  unknownId: 'dead_letter_not_found',
});
