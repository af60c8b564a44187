import { affectsSlots, becomesShared } from '@venue-booking/domain/schedule/settingsChange';
import { checkDomainProof } from '@venue-booking/domain/venue/domainProof';
import { resolveTxt } from '@venue-booking/kit/resolveTxt';
import { fail } from '@venue-booking/proto/failures';
import type { VenuePatch } from '@venue-booking/proto/venue/venue';
import type { ZoneChangeChoice } from '@venue-booking/proto/venue/zoneChange';
import { type AdminDeps, changeRules, handlersAtVenue, onceApplied } from './adminDeps.ts';
import { changeZone } from './changeZone.ts';
import { requireDomainProof } from './domainProof.ts';
import { priceFor } from './priceFor.ts';
import type { AdminHandlers } from './procedures.ts';

/** Handlers of venues, their facilities and opening hours. */
export function venueHandlers(
  deps: AdminDeps,
): Omit<
  AdminHandlers<'venue' | 'facility' | 'room' | 'exception' | 'field' | 'slot'>,
  'getVenueState' | 'suspendVenue' | 'resumeVenue' | 'deleteVenue' | 'restoreVenue'
> {
  const { catalog, availability, booking } = deps.backends;
  const atVenue = handlersAtVenue(catalog);
  const rejectReserved = (domains: string[] = []) => {
    const reserved = domains.find(deps.isReserved);
    if (reserved) throw fail('validation', { detail: `domains: ${reserved} belongs to the platform itself` });
  };

  /**
   * Checks what people of a venue may change by themselves. Returns the added domains, which are proven.
   * @throws `operator_only`, `domain_unproven`
   */
  const requireOwn = async (slug: string, { domains, trusted, plan }: VenuePatch): Promise<string[]> => {
    if (domains === undefined && trusted === undefined && plan === undefined) return [];
    const venue = await catalog.getVenue.query({ slug });
    // Clients may send the whole venue back, so an unchanged value is fine.
    if (trusted !== undefined && trusted !== (venue.trusted ?? false)) throw fail('operator_only');
    if (plan !== undefined && plan !== (venue.plan ?? null)) throw fail('operator_only');
    const added = domains?.filter((domain) => !venue.domains.includes(domain)) ?? [];
    await requireDomainProof(resolveTxt, slug, added);
    return added;
  };

  return {
    async createVenue(input) {
      rejectReserved(input.domains);
      if (deps.isOwnHost(input.slug)) throw fail('slug_taken', { slug: input.slug });
      return onceApplied(deps, catalog.createVenue.mutate(input), [availability, booking]);
    },
    showLimits: atVenue((of) => booking.desk.limitCounts.query(of)),
    listVenues: (input) => catalog.listVenues.query(input),
    getVenue: (input) => catalog.getVenue.query(input),
    async checkDomain({ slug, domain }) {
      const { domains } = await catalog.getVenue.query({ slug });
      const check = await checkDomainProof(resolveTxt, slug, domain);
      const inUse = domains.includes(domain);
      // Serve a domain again at once. Otherwise the periodic check does so within hours.
      if (inUse && check.state === 'found')
        await catalog.keepDomainProof.mutate({ slug, domain }).catch((error: unknown) => {
          deps.log.warn({ err: error }, 'could not save the proof of a domain');
        });
      return { ...check, in_use: inUse };
    },
    async patchVenue({ slug, force, keep, notify, ...patch }, { caller }) {
      rejectReserved(patch.domains);
      const isOperator = caller.role === 'operator';
      const proven = isOperator ? [] : await requireOwn(slug, patch);
      const { trusted: _, plan: __, ...own } = patch;
      const saved = {
        ...{ slug, proven },
        // Without what only the operator changes: it may just have changed since the check.
        patch: isOperator ? patch : own,
      };
      const save = (zoneChange: ZoneChangeChoice) =>
        onceApplied(deps, catalog.patchVenue.mutate({ ...saved, zoneChange }), [availability, booking]);
      const previewed = affectsSlots(patch) ? await catalog.preview.venue.query({ slug, patch }) : null;
      return changeZone(deps, previewed, { choice: { keep, notify }, force, caller }, save);
    },

    createFacility: ({ slug, ...facility }) =>
      onceApplied(deps, catalog.createFacility.mutate({ slug, facility }), [availability, booking]),
    listFacilitiesOfVenue: (input) => catalog.listFacilities.query(input),
    getFacility: (input) => catalog.getFacility.query(input),
    async patchFacility({ slug, id, force, ...patch }, { caller }) {
      const preview = affectsSlots(patch) ? catalog.preview.facility.query({ slug, id, patch }) : null;
      const save = () => catalog.patchFacility.mutate({ slug, id, patch });
      const changing = changeRules(deps, { preview, force, caller }, save);
      const facility = await onceApplied(deps, changing, [availability, booking]);
      const previewed = await preview;
      if (!previewed?.change || !becomesShared(previewed.change)) return facility;
      const of = { venueId: previewed.venueId, facilityId: id };
      // The change is saved, and the previous release of availability does not have this call.
      const slots = await availability.privateSlots.query(of).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'could not list the slots that stay private');
        return [];
      });
      return { ...facility, ...(slots.length > 0 && { private_slots: slots }) };
    },
    previewFacility: atVenue(({ venueId, facility_id: facilityId, from, ...rules }) =>
      availability.previewFacility.query({ venueId, facilityId, from, rules }),
    ),
    previewPrice: atVenue(async (request) => priceFor(request)),

    createRoom: ({ slug, ...room }) => onceApplied(deps, catalog.createRoom.mutate({ slug, room }), []),
    listRooms: (input) => catalog.listRooms.query(input),
    patchRoom: ({ slug, id, ...room }) => onceApplied(deps, catalog.patchRoom.mutate({ slug, id, room }), []),
    removeRoom: (input) => onceApplied(deps, catalog.removeRoom.mutate(input), []),

    putExceptions({ slug, force, ...change }, { caller }) {
      const preview = catalog.preview.exceptions.query({ slug, change });
      const save = () => catalog.putExceptions.mutate({ slug, change });
      return onceApplied(deps, changeRules(deps, { preview, force, caller }, save), [availability]);
    },
    listExceptionsOfVenue: (input) => catalog.listExceptionsOfVenue.query(input),
    putException({ slug, id, date, force, ...exception }, { caller }) {
      const preview = catalog.preview.exception.query({ slug, id, date, exception });
      const save = () => catalog.putException.mutate({ slug, id, date, exception });
      return onceApplied(deps, changeRules(deps, { preview, force, caller }, save), [availability]);
    },
    listSpecialDays: (input) => catalog.listSpecialDays.query(input),
    listExceptions: (input) => catalog.listExceptions.query(input),
    deleteException({ force, ...of }, { caller }) {
      const preview = catalog.preview.exception.query({ ...of, exception: null });
      const save = () => catalog.deleteException.mutate(of);
      return onceApplied(deps, changeRules(deps, { preview, force, caller }, save), [availability]);
    },

    getFields: atVenue(async (of) => {
      const { fields } = await catalog.site.query(of);
      return { fields };
    }),
    putFields: (input) => onceApplied(deps, catalog.putFields.mutate(input), [booking]),

    listSlotsOfFacility: atVenue(({ venueId, id: facilityId, date }) =>
      availability.daySlots.query({ venueId, facilityId, date }),
    ),
    patchSlot: atVenue(({ venueId, id: slotId, force, ...patch }, { caller }) => {
      const preview = availability.previewSlot.query({ venueId, slotId, patch });
      const save = () => availability.patchSlot.mutate({ venueId, slotId, patch });
      return changeRules(deps, { preview, force, caller }, save).finally(() => deps.venueChanged(venueId));
    }),
  };
}
