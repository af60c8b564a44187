import { fail } from '@venue-booking/proto/failures';
import { venueIdOf } from '../backends/venueIdOf.ts';
import type { AdminDeps } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';

/** Limit of invitations per venue, so that nobody can use it to send mail to many strangers. */
const INVITATIONS = { most: 100, minutes: 24 * 60 };

/** Invitation mails to one address, from all venues: strangers can sign up venues, and add anybody. */
const TO_ADDRESS = { most: 10, minutes: 24 * 60 };

/** Handlers of the people who work at a venue. */
export function personHandlers({
  backends: { catalog, booking },
  invalidateCallers,
  publicUrl,
  sessions,
}: AdminDeps): AdminHandlers<'person'> {
  /** Drops cached callers after a change, so that it takes effect here at once. */
  const changed = async <T>(change: Promise<T>): Promise<T> => change.finally(invalidateCallers);

  const mayMail = async (email: string): Promise<boolean> => {
    const key = sessions.hmacOf('invited', email);
    return (await catalog.sessions.takeTurn.mutate({ key, ...TO_ADDRESS })).waitSeconds === 0;
  };

  return {
    listPeople: (input) => catalog.people.list.query(input),
    async addPerson({ slug, ...person }) {
      const key = sessions.hmacOf('invitations', slug);
      const { waitSeconds } = await catalog.sessions.takeTurn.mutate({ key, ...INVITATIONS });
      if (waitSeconds > 0) throw fail('too_many_requests', { retryAfterSeconds: waitSeconds });
      const added = await changed(catalog.people.add.mutate({ slug, person }));
      const venueId = await venueIdOf(catalog, slug);
      const mail = { to: person.email, language: added.language, venueName: added.venueName, venueId };
      // The person is added even if the mail fails: whoever adds them can tell them.
      const sendMail = async (): Promise<{ sent: boolean; limited?: true }> =>
        (await mayMail(person.email))
          ? booking.tellStaff.mutate({ kind: 'invitation', url: `${publicUrl}/admin/sign-in`, ...mail })
          : { sent: false };
      const { sent, limited } = await sendMail().catch(() => ({ sent: false, limited: undefined }));
      return { ...added.person, mailed: sent, ...(limited && { mail_limited: limited }) };
    },
    patchPerson: ({ slug, id, role }, { caller }) =>
      changed(catalog.people.patch.mutate({ slug, id, role, keepOwner: caller.role !== 'operator' })),
    removePerson: ({ slug, id }, { caller }) =>
      changed(catalog.people.remove.mutate({ slug, id, keepOwner: caller.role !== 'operator' })),
    signPersonOut: (input) => changed(catalog.people.signOut.mutate(input)),
  };
}
