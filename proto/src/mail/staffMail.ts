import { z } from 'zod';
import { PersonEmail } from '../auth/person.ts';
import { Locale, VenueId } from '../primitives.ts';

/** Mail to a venue's staff. It is sent at once and never stored, because its link signs in. */
export const StaffMail = z.object({
  kind: z.enum([
    'sign_in',
    'sign_up',
    'sign_up_invitation',
    'invitation',
    'operator_invitation',
    'passkey_added',
    'account_refused',
    'suspended',
    'resumed',
    'deleted',
    'restored',
  ]),
  to: PersonEmail,
  language: Locale,
  /** Target of the mail's button. */
  url: z.url(),
  /** Why a venue was suspended. */
  reason: z.string().max(500).optional(),
  /** When the data of a deleted venue are purged, in ms since 1970, and the venue's time zone. */
  date: z.object({ at: z.number(), timezone: z.string() }).optional(),
  /** The venue that invites or whose account is meant; null if the mail is about neither. */
  venueName: z.string().nullable(),
  /**
   * The venue whose recipient limit an invitation counts for. Absent from a gateway of the previous release.
   */
  venueId: VenueId.optional(),
});
export type StaffMail = z.infer<typeof StaffMail>;
