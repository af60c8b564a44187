import type { Log } from '@venue-booking/kit/logging/log';
import type { SecurityEvents } from '@venue-booking/kit/metrics/securityEvents';
import type { SignUpMode } from '@venue-booking/proto/auth/signUp';
import type { AffectedBookings } from '@venue-booking/proto/booking/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import type { RulesPreview } from '@venue-booking/proto/venue/rulesChange';
import type { Tenant } from '@venue-booking/proto/venue/venue';
import type { AuditLog } from '../audit/auditLog.ts';
import type { Caller } from '../auth/callers.ts';
import type { OidcClient } from '../auth/oidc.ts';
import type { Passkeys } from '../auth/passkeys.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { WrongTokens } from '../auth/wrongTokens.ts';
import type { Backends } from '../backends/backends.ts';
import { venueIdOf } from '../backends/venueIdOf.ts';
import type { ImageCache } from '../images/imageCache.ts';
import type { AdminContext } from './procedures.ts';

/** Who may sign up venues, and the platform's pages about its terms. */
export type SignUpSettings = { mode: SignUpMode; termsUrl: string | null; privacyUrl: string | null };

export type AdminDeps = {
  backends: Backends;
  /** Recently shown images. */
  images: ImageCache;
  publicUrl: string;
  /** Drops the cached responses and hosts of a venue. */
  venueChanged: (venueId: number) => void;
  /** Rejects a change of a deleted venue. An unknown venue passes. @throws `venue_deleted` */
  requireUndeleted: (slug: string) => Promise<void>;
  /** Purges the deleted venues that are due now, and not at the next interval. */
  wakePurge: () => void;
  /** Drops the cached tokens and sessions. */
  invalidateCallers: () => void;
  sessions: Sessions;
  passkeys: Passkeys;
  /** The platform's identity provider, if it has one. */
  oidc: OidcClient | undefined;
  signUp: SignUpSettings;
  security: SecurityEvents;
  audit: AuditLog;
  wrongTokens: WrongTokens;
  log: Log;
  /** Whether a domain belongs to the platform, so that no venue may have it as its own. */
  isReserved: (domain: string) => boolean;
  /** Whether an origin serves the platform's pages for this venue. */
  isOwnOrigin: (tenant: Tenant, origin: string) => boolean;
  /** Whether a slug's subdomain is the platform's own host. */
  isOwnHost: (slug: string) => boolean;
};

type Applier = { awaitApplied: { query(input: { eventIds: string[] }): Promise<unknown> } };

/**
 * Returns the result of a catalog write once `appliers` have applied its events. @throws `not_in_force`
 * otherwise
 */
export async function onceApplied<T>(
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
 * Saves a change of opening hours or capacity. Rejects a change that affects upcoming bookings, unless
 * forced. A forced change is recorded in the history of these bookings
 * (docs/decisions/0007-displaced-slots-are-not-offered.md).
 * @param change.preview what the change affects; its failures take precedence. Null when it affects no slots
 * @param change.failure thrown if it affects bookings
 * @throws `failure`
 */
export async function changeRules<T>(
  { backends: { booking } }: Pick<AdminDeps, 'backends'>,
  {
    preview,
    force,
    caller,
    failure = 'bookings_met',
  }: {
    preview: Promise<RulesPreview> | null;
    force: boolean;
    caller: Caller;
    failure?: 'bookings_met' | 'zone_meets_bookings';
  },
  save: () => Promise<T>,
): Promise<T> {
  const previewed = await preview;
  if (!previewed?.change) return save();
  const { venueId, change } = previewed;
  // Without `force`, record the change only in bookings made since the check, which did not see them.
  const since = force ? 0 : Date.now() - CLOCK_SKEW_MS;
  if (!force) {
    const affected = await booking.desk.metBy.query({ venueId, change });
    if (affected.count > 0) throw fail(failure, paramsOf(affected));
  }
  const saved = await save();
  await booking.desk.noteRulesChange.mutate({ venueId, change, since, actor: caller.name });
  return saved;
}

/** Allowance for clock skew between this machine and the database. */
const CLOCK_SKEW_MS = 60_000;

/** `12` and `K7QF-3MXT (2026-12-01 10:00), C3XH-94PW (…)`, followed by an ellipsis when there are more. */
function paramsOf({ first, count, more }: AffectedBookings) {
  const named = first.map(({ reference, starts_at }) => `${reference} (${starts_at.replace('T', ' ')})`);
  return {
    count: more ? `${count}+` : count,
    bookings: [...named, ...(more || count > first.length ? ['…'] : [])].join(', '),
  };
}

/** The input of a call, with the id of its venue instead of the slug. */
export type AtVenue<Input> = Omit<Input, 'slug'> & { venueId: number };

/** Wraps handlers that take the venue's id instead of its slug. @throws `venue_not_found` */
export const handlersAtVenue =
  (catalog: Backends['catalog']) =>
  <Input extends { slug: string }, Answer>(
    handle: (input: AtVenue<Input>, ctx: AdminContext) => Promise<Answer>,
  ) =>
  async ({ slug, ...rest }: Input, ctx: AdminContext): Promise<Answer> =>
    handle({ ...rest, venueId: await venueIdOf(catalog, slug) }, ctx);
