import { z } from 'zod';
import { PersonEmail } from './person.ts';
import { Locale, VenueId } from './primitives.ts';

/** Mail to somebody who works at a venue. It is sent at once and kept nowhere, as its link signs in. */
export const StaffMail = z.object({
  kind: z.enum(['sign_in', 'invitation', 'passkey_added']),
  to: PersonEmail,
  language: Locale,
  /** Where its button leads. */
  url: z.url(),
  /** Who invites; null where that is nobody. */
  venueName: z.string().nullable(),
  /** Of an invitation: whose mail it counts as. Absent from the gateway of the last release. */
  venueId: VenueId.optional(),
});
export type StaffMail = z.infer<typeof StaffMail>;
