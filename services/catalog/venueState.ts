import { fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import { RESTORE_DAYS, type VenueState } from '@venue-booking/proto/venue/venueState';
import { type Changed, changeVenue, type Deps, requireVenue } from './change.ts';
import type { CatalogDatabase, CatalogTx } from './database.ts';
import type { Venue } from './gen/prisma/client.ts';
import { venueChanged } from './venueEvents.ts';

/** What the mail about a change of the state needs. */
type OwnersMail = {
  venueName: string;
  timezone: string;
  owners: { to: string; language: Locale }[];
};
type StateColumns = Pick<Venue, 'suspendedAt' | 'suspendedReason' | 'deletedAt'>;
/** `changed`: false if the venue had the state already. */
type StateChange = Changed<{ state: VenueState; mail: OwnersMail; changed?: boolean }>;

const DAY_MS = 24 * 3600_000;

/** The state of a venue, from its row. */
export const stateOf = ({ suspendedAt, suspendedReason, deletedAt }: StateColumns): VenueState => {
  if (deletedAt) {
    const purge_at = new Date(deletedAt.getTime() + RESTORE_DAYS * DAY_MS).toISOString();
    return { state: 'deleted', since: deletedAt.toISOString(), reason: suspendedReason, purge_at };
  }
  return {
    state: suspendedAt ? 'suspended' : 'active',
    since: suspendedAt?.toISOString() ?? null,
    reason: suspendedReason,
  };
};

/** @throws `venue_not_found` */
export const readVenueState = async (database: CatalogDatabase, slug: string): Promise<VenueState> =>
  stateOf(await requireVenue(database, slug));

/**
 * Suspends a venue, or changes the reason of a suspended one. A null reason resumes it.
 * @throws `venue_not_found`, `venue_not_suspended`
 */
export const setSuspension = (
  deps: Deps,
  { slug, reason }: { slug: string; reason: string | null },
): Promise<StateChange> =>
  changeVenue(deps, slug, async (tx, venue) => {
    if (reason === null && !venue.suspendedAt) throw fail('venue_not_suspended');
    const after = await tx.venue.update({
      where: { id: venue.id },
      data: {
        suspendedAt: reason === null ? null : (venue.suspendedAt ?? new Date()),
        suspendedReason: reason,
      },
    });
    const mail = await ownersMail(tx, venue);
    return { result: { state: stateOf(after), mail }, events: [venueChanged(after)] };
  });

/**
 * Deletes a venue, or restores it with everything that it had. Idempotent: the first deletion counts.
 * @throws `venue_not_found`, also to restore a venue whose purge has begun
 */
export const setDeletion = (
  deps: Deps,
  { slug, deleted }: { slug: string; deleted: boolean },
): Promise<StateChange> =>
  changeVenue(deps, slug, async (tx, venue) => {
    const isPurged = (await tx.purgedVenue.count({ where: { venueId: venue.id } })) > 0;
    if (!deleted && isPurged) throw fail('venue_not_found');
    const deletedAt = deleted ? (venue.deletedAt ?? new Date()) : null;
    const after = await tx.venue.update({ where: { id: venue.id }, data: { deletedAt } });
    const result = {
      state: stateOf(after),
      mail: await ownersMail(tx, venue),
      changed: deleted !== (venue.deletedAt !== null),
    };
    return { result, events: [venueChanged(after)] };
  });

async function ownersMail(tx: CatalogTx, { id, name, timezone, locale }: Venue): Promise<OwnersMail> {
  const owners = await tx.membership.findMany({
    where: { venueId: id, role: 'owner' },
    select: { person: { select: { email: true, language: true } } },
  });
  return {
    venueName: name,
    timezone,
    owners: owners.map(({ person }) => ({
      to: person.email,
      language: (person.language ?? locale) as Locale,
    })),
  };
}
