import { withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import { fail } from '@venue-booking/proto/failures';
import type { StaffMail } from '@venue-booking/proto/mail/staffMail';
import type { VenueState } from '@venue-booking/proto/venue/venueState';
import type { Backends } from '../backends/backends.ts';
import { findObstacles } from '../purge/obstacles.ts';
import { type AdminDeps, onceApplied } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';
import { MAIL_BUDGET_MS } from './signIns.ts';

type Handlers = Pick<
  AdminHandlers,
  'getVenueState' | 'suspendVenue' | 'resumeVenue' | 'deleteVenue' | 'restoreVenue'
>;
type OwnersMail = Awaited<ReturnType<Backends['catalog']['setSuspension']['mutate']>>['result']['mail'];

/** Handlers of suspending, resuming, deleting and restoring venues. */
export function venueStateHandlers(deps: AdminDeps): Handlers {
  const { catalog, availability, booking } = deps.backends;
  const appliers = [availability, booking];

  /** The response does not wait for the mails. A failed one is logged: the dashboard shows the state too. */
  const mailOwners = (
    slug: string,
    mail: OwnersMail,
    words: Pick<StaffMail, 'kind' | 'reason' | 'date'>,
  ): void => {
    for (const owner of mail.owners)
      void withOwnDeadline(MAIL_BUDGET_MS, () =>
        booking.tellStaff.mutate({
          ...{ ...words, ...owner, venueName: mail.venueName },
          url: `${deps.publicUrl}/admin/v/${slug}/today`,
        }),
      ).catch((error: unknown) => deps.log.warn({ err: error }, 'could not mail an owner about the venue'));
  };
  /** @param reason null resumes the venue */
  const setSuspension = async (slug: string, reason: string | null): Promise<VenueState> => {
    const changing = catalog.setSuspension.mutate({ slug, reason });
    const { state, mail } = await onceApplied(deps, changing, appliers);
    mailOwners(slug, mail, reason === null ? { kind: 'resumed' } : { kind: 'suspended', reason });
    return state;
  };
  const setDeletion = (slug: string, deleted: boolean) =>
    onceApplied(deps, catalog.setDeletion.mutate({ slug, deleted }), appliers);
  /** @throws `venue_has_bookings`, `venue_has_payments`, `venue_owes_guests` */
  const requireNoObstacle = async (slug: string): Promise<void> => {
    const tenant = await catalog.tenant.query({ slug });
    if (!tenant) throw fail('venue_not_found');
    const { bookings, payments, owed } = await findObstacles(deps.backends, tenant.venueId);
    if (bookings > 0) throw fail('venue_has_bookings', { count: bookings });
    if (payments > 0) throw fail('venue_has_payments', { count: payments });
    if (owed > 0) throw fail('venue_owes_guests', { count: owed });
  };

  return {
    async getVenueState(input, { caller }) {
      const state = catalog.venueState.query(input);
      if (caller.role === 'desk') return state;
      // A catalog of the previous release does not know this call.
      const visits = catalog.operators.listVisits.query({ ...input, open: true }).catch(() => undefined);
      const [found, open] = await Promise.all([state, visits]);
      return { ...found, ...(open && { visits: open }) };
    },
    suspendVenue: ({ slug, reason }) => setSuspension(slug, reason),
    resumeVenue: ({ slug }) => setSuspension(slug, null),
    async deleteVenue({ slug }) {
      const before = await catalog.venueState.query({ slug });
      if (before.state === 'deleted') {
        deps.wakePurge();
        return before;
      }
      await requireNoObstacle(slug);
      const { state, mail, changed } = await setDeletion(slug, true);
      // Guests could book until the deletion was applied. A crash here is harmless: the purge checks again.
      await requireNoObstacle(slug).catch(async (error: unknown) => {
        await setDeletion(slug, false);
        throw error;
      });
      const { timezone } = mail;
      if (changed && state.purge_at)
        mailOwners(slug, mail, { kind: 'deleted', date: { at: Date.parse(state.purge_at), timezone } });
      return state;
    },
    async restoreVenue({ slug }) {
      const { state, mail, changed } = await setDeletion(slug, false);
      if (changed) mailOwners(slug, mail, { kind: 'restored' });
      return state;
    },
  };
}
