import { t } from '@venue-booking/kit/messaging/rpc';
import { BookingField } from '@venue-booking/proto/bookingField';
import { ExceptionsChange, ExceptionsQuery } from '@venue-booking/proto/exceptions';
import { FacilityPatch, NewFacility, NewOpeningException } from '@venue-booking/proto/facility';
import { ImagePart } from '@venue-booking/proto/image';
import { LocalDate } from '@venue-booking/proto/primitives';
import { NewRoom } from '@venue-booking/proto/room';
import { NewToken } from '@venue-booking/proto/token';
import { NewVenue, VenuePatch } from '@venue-booking/proto/venue';
import { z } from 'zod';
import type { Deps } from './change.ts';
import { deleteException, listExceptions, previewException, putException } from './exceptionStore.ts';
import { listExceptionsOfVenue, previewExceptions, putExceptions } from './exceptionsStore.ts';
import {
  createFacility,
  getFacility,
  listFacilities,
  patchFacility,
  previewFacility,
} from './facilityStore.ts';
import { putFields } from './fieldStore.ts';
import { listImages, putImagePart, readImage, removeImage } from './imageStore.ts';
import { passkeyRouter, peopleRouter, sessionRouter } from './people/peopleRouter.ts';
import { createRoom, listRooms, patchRoom, removeRoom } from './roomStore.ts';
import { site } from './site.ts';
import { createToken, findHolder, listTokens, revokeToken } from './tokenStore.ts';
import {
  createVenue,
  findTenant,
  getVenue,
  listVenues,
  patchVenue,
  previewVenue,
  venueContact,
} from './venueStore.ts';

const inVenue = z.object({ slug: z.string() });
const ofFacility = inVenue.extend({ id: z.int() });
const onDate = ofFacility.extend({ date: LocalDate });
const ofVenuePatch = inVenue.extend({ patch: VenuePatch });
const ofFacilityPatch = ofFacility.extend({ patch: FacilityPatch });
const ofExceptions = inVenue.extend({ change: ExceptionsChange });
const ofVenueId = z.object({ venueId: z.int() });

/** What catalog answers. Writes answer with the ids of the events that carry them to the other services. */
export function catalogRouter(deps: Deps) {
  const { database, images } = deps;
  return t.router({
    ping: t.procedure.query(() => 'pong' as const),
    tenant: t.procedure
      .input(z.union([inVenue, z.object({ domain: z.string() })]))
      .query(({ input }) => findTenant(database, input)),
    site: t.procedure.input(ofVenueId).query(({ input }) => site(database, input.venueId)),
    allowedOrigin: t.procedure
      .input(z.object({ origin: z.string() }))
      .query(
        async ({ input }) =>
          (await database.venue.count({ where: { allowedOrigins: { has: input.origin } } })) > 0,
      ),

    contact: t.procedure.input(ofVenueId).query(({ input }) => venueContact(database, input.venueId)),

    createToken: t.procedure
      .input(inVenue.extend({ token: NewToken }))
      .mutation(({ input }) => createToken(database, input.slug, input.token)),
    listTokens: t.procedure.input(inVenue).query(({ input }) => listTokens(database, input.slug)),
    revokeToken: t.procedure
      .input(inVenue.extend({ id: z.uuid() }))
      .mutation(({ input }) => revokeToken(database, input)),
    /** Whom a token speaks for, by the hash of it; null for one that nobody has. */
    tokenHolder: t.procedure
      .input(z.object({ hash: z.string() }))
      .query(({ input }) => findHolder(database, input.hash)),

    people: peopleRouter(deps),
    sessions: sessionRouter(deps),
    passkeys: passkeyRouter(deps),

    createVenue: t.procedure.input(NewVenue).mutation(({ input }) => createVenue(deps, input)),
    listVenues: t.procedure
      .input(z.object({ after: z.string().optional(), q: z.string().optional(), limit: z.int() }))
      .query(({ input }) => listVenues(database, input)),
    getVenue: t.procedure.input(inVenue).query(({ input }) => getVenue(database, input.slug)),
    patchVenue: t.procedure
      .input(ofVenuePatch)
      .mutation(({ input }) => patchVenue(deps, input.slug, input.patch)),

    createFacility: t.procedure
      .input(inVenue.extend({ facility: NewFacility }))
      .mutation(({ input }) => createFacility(deps, input.slug, input.facility)),
    listFacilities: t.procedure.input(inVenue).query(({ input }) => listFacilities(database, input.slug)),
    getFacility: t.procedure.input(ofFacility).query(({ input }) => getFacility(database, input)),
    patchFacility: t.procedure
      .input(ofFacilityPatch)
      .mutation(({ input }) => patchFacility(deps, input, input.patch)),

    createRoom: t.procedure
      .input(inVenue.extend({ room: NewRoom }))
      .mutation(({ input }) => createRoom(deps, input.slug, input.room)),
    listRooms: t.procedure.input(inVenue).query(({ input }) => listRooms(database, input.slug)),
    patchRoom: t.procedure
      .input(ofFacility.extend({ room: NewRoom }))
      .mutation(({ input }) => patchRoom(deps, input, input.room)),
    removeRoom: t.procedure.input(ofFacility).mutation(({ input }) => removeRoom(deps, input)),

    putException: t.procedure
      .input(onDate.extend({ exception: NewOpeningException }))
      .mutation(({ input }) => putException(deps, input, input.exception)),
    deleteException: t.procedure.input(onDate).mutation(({ input }) => deleteException(deps, input)),
    putExceptions: t.procedure
      .input(ofExceptions)
      .mutation(({ input }) => putExceptions(deps, input.slug, input.change)),
    listExceptionsOfVenue: t.procedure
      .input(inVenue.extend(ExceptionsQuery.shape))
      .query(({ input }) => listExceptionsOfVenue(database, input)),
    listExceptions: t.procedure.input(ofFacility).query(({ input }) => listExceptions(database, input)),

    /** What writes would change of the rules that slots are made by, refused as these would be. */
    preview: t.router({
      venue: t.procedure
        .input(ofVenuePatch)
        .query(({ input }) => previewVenue(database, input.slug, input.patch)),
      facility: t.procedure
        .input(ofFacilityPatch)
        .query(({ input }) => previewFacility(database, input, input.patch)),
      exception: t.procedure
        .input(onDate.extend({ exception: NewOpeningException.nullable() }))
        .query(({ input }) => previewException(database, input, input.exception)),
      exceptions: t.procedure
        .input(ofExceptions)
        .query(({ input }) => previewExceptions(database, input.slug, input.change)),
    }),

    images: t.router({
      putPart: t.procedure.input(inVenue.extend({ part: ImagePart })).mutation(async ({ input }) => {
        const put = await putImagePart(database, input.slug, input.part);
        images?.wake();
        return put;
      }),
      list: t.procedure.input(inVenue).query(({ input }) => listImages(database, input.slug)),
      remove: t.procedure.input(inVenue.extend({ id: z.uuid() })).mutation(async ({ input }) => {
        const removed = await removeImage(database, input);
        images?.wake();
        return removed;
      }),
      read: t.procedure
        .input(z.object({ id: z.uuid(), name: z.int() }))
        .query(({ input }) => readImage(deps, input)),
    }),

    putFields: t.procedure
      .input(inVenue.extend({ fields: z.array(BookingField) }))
      .mutation(({ input }) => putFields(deps, input.slug, input.fields)),
  });
}

export type CatalogRouter = ReturnType<typeof catalogRouter>;
