import { z } from 'zod';
import { AppliedBy } from '../deadLetter.ts';
import type { FailureCode } from '../failures.ts';
import { MailTextKind } from '../mailText.ts';
import { FacilityId, LocalDate, Locale } from '../primitives.ts';
import { RoomId } from '../room.ts';
import { SlotId } from '../slot.ts';
import { Slug } from '../venue.ts';

/** What a call is about, as its path names it. */
export type Thing<S extends z.ZodRawShape = z.ZodRawShape> = {
  /** Below `/api/admin`. */
  path: string;
  /** The parameters of the path, in its order. */
  shape: S;
  /** How the command line calls each of them. */
  args: readonly string[];
  /** What an `id` answers that can't exist. */
  unknownId?: FailureCode | undefined;
};

export const platform: Thing<Record<never, never>> = { path: '', shape: {}, args: [] };

const below = <P extends z.ZodRawShape, S extends z.ZodRawShape>(
  parent: Thing<P>,
  { path, shape, args, unknownId = parent.unknownId }: Thing<S>,
): Thing<P & S> => ({
  path: parent.path + path,
  shape: { ...parent.shape, ...shape },
  args: [...parent.args, ...args],
  unknownId,
});

export const venue = below(platform, {
  path: '/venues/{slug}',
  shape: { slug: Slug.describe('Slug of the venue') },
  args: ['venue'],
});

/** A venue as one of those that whoever is signed in works at. */
export const ownVenue = { ...venue, path: '/session/venues/{slug}' };

export const facility = below(venue, {
  path: '/facilities/{id}',
  shape: { id: FacilityId.describe('Id of the facility') },
  args: ['facility'],
  unknownId: 'facility_not_found',
});

export const room = below(venue, {
  path: '/rooms/{id}',
  shape: { id: RoomId.describe('Id of the room') },
  args: ['room'],
  unknownId: 'room_not_found',
});

export const exceptionDay = below(facility, {
  path: '/exceptions/{date}',
  shape: { date: LocalDate.describe('The day, as YYYY-MM-DD') },
  args: ['date'],
});

export const slot = below(venue, {
  path: '/slots/{id}',
  shape: { id: SlotId.describe('Id of the slot') },
  args: ['slot'],
  unknownId: 'slot_not_found',
});

export const booking = below(venue, {
  path: '/bookings/{id}',
  shape: { id: z.int().min(1).describe('Id of the booking') },
  args: ['booking'],
  unknownId: 'booking_not_found',
});

export const token = below(venue, {
  path: '/tokens/{id}',
  shape: { id: z.uuid().describe('Id of the token') },
  args: ['token'],
  unknownId: 'token_not_found',
});

export const person = below(venue, {
  path: '/people/{id}',
  shape: { id: z.uuid().describe('Id of the person') },
  args: ['person'],
  unknownId: 'person_not_found',
});

export const passkey = below(platform, {
  path: '/session/passkeys/{id}',
  shape: { id: z.uuid().describe('Id of the passkey') },
  args: ['passkey'],
  unknownId: 'passkey_not_found',
});

export const image = below(venue, {
  path: '/images/{id}',
  shape: { id: z.uuid().describe('Id of the image') },
  args: ['image'],
  unknownId: 'image_not_found',
});

export const webhook = below(venue, {
  path: '/webhooks/{id}',
  shape: { id: z.uuid().describe('Id of the webhook') },
  args: ['webhook'],
  unknownId: 'webhook_not_found',
});

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

export const attention = below(venue, {
  path: '/attention/{id}',
  shape: { id: z.uuid().describe('Id of the entry') },
  args: ['attention'],
  unknownId: 'attention_not_found',
});

export const deadLetter = below(platform, {
  path: '/dead-letters/{service}/{id}',
  shape: {
    service: z
      .string()
      .describe(`The service that could not apply it, one of ${AppliedBy.options.join(', ')}`),
    id: z.uuid().describe('Id of the event'),
  },
  args: ['service', 'letter'],
  unknownId: 'dead_letter_not_found',
});
