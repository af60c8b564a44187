import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { NewToken } from '@venue-booking/proto/auth/token';
import {
  ExceptionsChange,
  ExceptionsQuery,
  SpecialDaysQuery,
} from '@venue-booking/proto/facility/exceptions';
import { FacilityPatch, NewFacility, NewOpeningException } from '@venue-booking/proto/facility/facility';
import { ImagePart } from '@venue-booking/proto/facility/image';
import { NewRoom } from '@venue-booking/proto/facility/room';
import { fail } from '@venue-booking/proto/failures';
import { LocalDate } from '@venue-booking/proto/primitives';
import { BookingField } from '@venue-booking/proto/venue/bookingField';
import { UsedOrigins } from '@venue-booking/proto/venue/usedOrigins';
import { NewVenue, VenuePatch } from '@venue-booking/proto/venue/venue';
import { ZoneChangeChoice } from '@venue-booking/proto/venue/zoneChange';
import { z } from 'zod';
import { auditRouter } from './audit/auditRouter.ts';
import type { Deps } from './change.ts';
import { listMissingRecords, recordDomainCheck } from './domains/domainStore.ts';
import {
  deleteException,
  listExceptions,
  listExceptionsOfVenue,
  listSpecialDays,
  previewException,
  previewExceptions,
  putException,
  putExceptions,
} from './exceptionStore.ts';
import {
  createFacility,
  getFacility,
  listFacilities,
  patchFacility,
  previewFacility,
} from './facilityStore.ts';
import { putFields } from './fieldStore.ts';
import { deleteImage, listImages, putImagePart, readImage } from './images/imageStore.ts';
import { operatorRouter } from './people/operatorRouter.ts';
import { passkeyRouter, peopleRouter, sessionRouter } from './people/peopleRouter.ts';
import { planRouter } from './plans/planRouter.ts';
import { beginPurge, findPurged, finishPurge, listDuePurges } from './purgeVenue.ts';
import { createRoom, deleteRoom, listRooms, patchRoom } from './roomStore.ts';
import { settleRedirects, unsettledVenues } from './settleRedirects.ts';
import { signUpRouter } from './signUp/signUpRouter.ts';
import { site } from './site.ts';
import { createToken, findHolder, listTokens, revokeToken } from './tokenStore.ts';
import { transferRouter } from './transfer/transferRouter.ts';
import { findContact } from './venueContact.ts';
import { venuePage } from './venuePage.ts';
import { findTenant, findVenueDays, getVenue, listLiveVenues, listVenues } from './venueReads.ts';
import { readVenueState, setDeletion, setSuspension } from './venueState.ts';
import { createVenue, patchVenue, previewVenue } from './venueStore.ts';

const inVenue = z.object({ slug: z.string() });
const bySlugOrDomain = z.union([inVenue, z.object({ domain: z.string() })]);
const ofFacility = inVenue.extend({ id: z.int() });
const onDate = ofFacility.extend({ date: LocalDate });
const ofVenuePatch = inVenue.extend({ patch: VenuePatch });
const ofFacilityPatch = ofFacility.extend({ patch: FacilityPatch });
const ofExceptions = inVenue.extend({ change: ExceptionsChange });
const ofVenueId = z.object({ venueId: z.int() });

/**
 * The RPC router of the catalog service. Writes return the ids of the events that carry them to other
 * services.
 */
export function catalogRouter(deps: Deps) {
  const { database, images } = deps;
  return t.router({
    ping: t.procedure.query(() => 'pong' as const),
    tenant: query(bySlugOrDomain, (input) => findTenant(database, input)),
    /** Several tenants, in the order of the request. Only gateways of the previous release call it. */
    tenants: query(z.array(bySlugOrDomain).max(100), (names) =>
      Promise.all(names.map((one) => findTenant(database, one))),
    ),
    site: query(ofVenueId, (input) => site(database, input.venueId)),
    /** For the sitemap of the platform. */
    liveVenues: query(z.object({ limit: z.int() }), (input) => listLiveVenues(database, input.limit)),
    venuePage: query(ofVenueId, (input) => venuePage(database, input.venueId)),
    allowedOrigin: query(
      z.object({ origin: z.string() }),
      async (input) => (await database.venue.count({ where: { allowedOrigins: { has: input.origin } } })) > 0,
    ),

    contact: query(ofVenueId, async (input) => {
      const contact = await findContact(database, input.venueId);
      if (!contact) throw fail('venue_not_found');
      return contact;
    }),

    /** What the fee ledger needs of venues. */
    venueDays: query(z.object({ ids: z.array(z.int()).max(100) }), (input) =>
      findVenueDays(database, input.ids),
    ),

    /** Called by booking, which knows the websites of earlier bookings. */
    redirects: t.router({
      unsettled: t.procedure.query(() => unsettledVenues(database)),
      settle: mutation(UsedOrigins, (input) => settleRedirects(deps, input)),
    }),

    createToken: mutation(inVenue.extend({ token: NewToken }), (input) =>
      createToken(database, input.slug, input.token),
    ),
    listTokens: query(inVenue, (input) => listTokens(database, input.slug)),
    revokeToken: mutation(inVenue.extend({ id: z.uuid() }), (input) => revokeToken(database, input)),
    tokenHolder: query(z.object({ hash: z.string() }), (input) => findHolder(database, input.hash)),

    people: peopleRouter(deps),
    sessions: sessionRouter(deps),
    passkeys: passkeyRouter(deps),
    operators: operatorRouter(deps),
    plans: planRouter(deps),
    signUp: signUpRouter(deps),
    audit: auditRouter(deps),
    transfer: transferRouter(deps),

    createVenue: mutation(NewVenue, (input) => createVenue(deps, input)),
    listVenues: query(
      z.object({
        after: z.string().optional(),
        q: z.string().optional(),
        plan: z.string().optional(),
        limit: z.int(),
      }),
      (input) => listVenues(database, input),
    ),
    getVenue: query(inVenue, (input) => getVenue(database, input.slug)),
    patchVenue: mutation(
      ofVenuePatch.extend({
        proven: z.array(z.string()).optional(),
        zoneChange: ZoneChangeChoice.optional(),
      }),
      (input) => patchVenue(deps, input),
    ),
    venueState: query(inVenue, (input) => readVenueState(database, input.slug)),
    setSuspension: mutation(inVenue.extend({ reason: z.string().nullable() }), (input) =>
      setSuspension(deps, input),
    ),
    setDeletion: mutation(inVenue.extend({ deleted: z.boolean() }), (input) => setDeletion(deps, input)),
    /** The gateway purges deleted venues, because it can call every service. */
    purges: t.router({
      due: query(z.object({ after: z.int(), limit: z.int() }), (input) => listDuePurges(database, input)),
      begin: mutation(ofVenueId, ({ venueId }) => beginPurge(database, venueId)),
      finish: mutation(ofVenueId, ({ venueId }) => finishPurge(deps, venueId)),
      find: query(inVenue, ({ slug }) => findPurged(database, slug)),
    }),
    listDomainTroubles: query(ofVenueId, (input) => listMissingRecords(database, input.venueId)),
    keepDomainProof: mutation(inVenue.extend({ domain: z.string() }), async (input) => {
      await recordDomainCheck(database, { ...input, state: 'found' });
    }),

    createFacility: mutation(inVenue.extend({ facility: NewFacility }), (input) =>
      createFacility(deps, input.slug, input.facility),
    ),
    listFacilities: query(inVenue, (input) => listFacilities(database, input.slug)),
    getFacility: query(ofFacility, (input) => getFacility(database, input)),
    patchFacility: mutation(ofFacilityPatch, (input) => patchFacility(deps, input, input.patch)),

    createRoom: mutation(inVenue.extend({ room: NewRoom }), (input) =>
      createRoom(deps, input.slug, input.room),
    ),
    listRooms: query(inVenue, (input) => listRooms(database, input.slug)),
    patchRoom: mutation(ofFacility.extend({ room: NewRoom }), (input) => patchRoom(deps, input, input.room)),
    removeRoom: mutation(ofFacility, (input) => deleteRoom(deps, input)),

    putException: mutation(onDate.extend({ exception: NewOpeningException }), (input) =>
      putException(deps, input, input.exception),
    ),
    deleteException: mutation(onDate, (input) => deleteException(deps, input)),
    putExceptions: mutation(ofExceptions, (input) => putExceptions(deps, input.slug, input.change)),
    listExceptionsOfVenue: query(inVenue.extend(ExceptionsQuery.shape), (input) =>
      listExceptionsOfVenue(database, input),
    ),
    listSpecialDays: query(inVenue.extend(SpecialDaysQuery.shape), (input) =>
      listSpecialDays(database, input),
    ),
    listExceptions: query(ofFacility, (input) => listExceptions(database, input)),

    /**
     * Changes that writes would make to the rules that determine slots. Throws the same failures as the
     * writes.
     */
    preview: t.router({
      venue: query(ofVenuePatch, (input) => previewVenue(database, input.slug, input.patch)),
      facility: query(ofFacilityPatch, (input) => previewFacility(database, input, input.patch)),
      exception: query(onDate.extend({ exception: NewOpeningException.nullable() }), (input) =>
        previewException(database, input, input.exception),
      ),
      exceptions: query(ofExceptions, (input) => previewExceptions(database, input.slug, input.change)),
    }),

    images: t.router({
      putPart: mutation(inVenue.extend({ part: ImagePart }), (input) =>
        putImagePart(database, input.slug, input.part).finally(images?.wake),
      ),
      list: query(inVenue, (input) => listImages(database, input.slug)),
      remove: mutation(inVenue.extend({ id: z.uuid() }), (input) =>
        deleteImage(database, input).finally(images?.wake),
      ),
      read: query(z.object({ id: z.uuid(), name: z.int() }), (input) => readImage(deps, input)),
    }),

    putFields: mutation(inVenue.extend({ fields: z.array(BookingField) }), (input) =>
      putFields(deps, input.slug, input.fields),
    ),
  });
}

export type CatalogRouter = ReturnType<typeof catalogRouter>;
