import type { Log } from '@venue-booking/kit/process/log';
import type { SecurityEvents } from '@venue-booking/kit/process/securityEvents';
import type { MetBookings } from '@venue-booking/proto/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import type { RulesPreview } from '@venue-booking/proto/rulesChange';
import type { Backends } from '../backends.ts';
import type { Caller } from '../callers.ts';
import type { ImageCache } from '../images/imageCache.ts';
import type { Passkeys } from '../passkeys.ts';
import type { Sessions } from '../sessions.ts';
import type { WrongTokens } from '../wrongTokens.ts';
import type { AdminContext } from './procedures.ts';

export type AdminDeps = {
  backends: Backends;
  /** Images that were shown of late. */
  images: ImageCache;
  publicUrl: string;
  /** Forgets what the gateway has cached of a venue. */
  venueChanged: (venueId: number) => void;
  /** Forgets what the gateway knows of tokens and sessions. */
  forgetCallers: () => void;
  sessions: Sessions;
  passkeys: Passkeys;
  security: SecurityEvents;
  wrongTokens: WrongTokens;
  log: Log;
  /** Hosts that no venue can have as its own domain. */
  isReserved: (domain: string) => boolean;
  /** True for the slug whose subdomain is the platform's own host. */
  isOwnHost: (slug: string) => boolean;
};

type Applier = { awaitApplied: { query(input: { eventIds: string[] }): Promise<unknown> } };

/** Answers a write of catalog's once `appliers` have applied it. @throws `not_in_force` if they do not */
export async function inForce<T>(
  { venueChanged }: Pick<AdminDeps, 'venueChanged'>,
  change: Promise<{ venueId: number; result: T; eventIds: string[] }>,
  appliers: readonly Applier[],
): Promise<T> {
  const { venueId, result, eventIds } = await change;
  const applied = appliers.map((service) => service.awaitApplied.query({ eventIds }));
  await Promise.all(applied).finally(() => venueChanged(venueId));
  return result;
}

/**
 * Saves a change of opening rules or places. One that meets bookings to come is refused by their names,
 * unless it is forced; then their history says what was changed, and by whom
 * (docs/decisions/0007-displaced-slots-are-not-offered.md).
 * @param change.preview what it would change; its own refusals come first. Null when it can't change any of
 * that
 * @throws `bookings_met`
 */
export async function changeRules<T>(
  { backends: { booking } }: Pick<AdminDeps, 'backends'>,
  { preview, force, caller }: { preview: Promise<RulesPreview> | null; force: boolean; caller: Caller },
  save: () => Promise<T>,
): Promise<T> {
  const previewed = await preview;
  if (!previewed?.change) return save();
  const { venueId, change } = previewed;
  // When it met nobody, somebody may still have booked in between.
  const since = force ? 0 : Date.now() - CLOCKS_APART_MS;
  if (!force) {
    const met = await booking.desk.metBy.query({ venueId, change });
    if (met.count > 0) throw fail('bookings_met', paramsOf(met));
  }
  const saved = await save();
  await booking.desk.noteRulesChange.mutate({ venueId, change, since, actor: caller.name });
  return saved;
}

/** How far the clocks of this machine and of the database may be apart. */
const CLOCKS_APART_MS = 60_000;

/** `12` and `K7QF-3MXT (2026-12-01 10:00), C3XH-94PW (…)`, with dots behind when there are more. */
function paramsOf({ first, count, more }: MetBookings) {
  const named = first.map(({ reference, starts_at }) => `${reference} (${starts_at.replace('T', ' ')})`);
  return {
    count: more ? `${count}+` : count,
    bookings: [...named, ...(more || count > first.length ? ['…'] : [])].join(', '),
  };
}

/** The id that services know a venue by. @throws `venue_not_found` */
export async function venueIdOf(catalog: Backends['catalog'], slug: string): Promise<number> {
  const tenant = await catalog.tenant.query({ slug });
  if (!tenant) throw fail('venue_not_found');
  return tenant.venueId;
}

/** What a call takes, with the id of its venue in place of the slug. */
export type AtVenue<Input> = Omit<Input, 'slug'> & { venueId: number };

/** Makes handlers of calls that know their venue by its id. @throws `venue_not_found` */
export const handlersAtVenue =
  (catalog: Backends['catalog']) =>
  <Input extends { slug: string }, Answer>(
    handle: (input: AtVenue<Input>, ctx: AdminContext) => Promise<Answer>,
  ) =>
  async ({ slug, ...rest }: Input, ctx: AdminContext): Promise<Answer> =>
    handle({ ...rest, venueId: await venueIdOf(catalog, slug) }, ctx);
