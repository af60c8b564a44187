import { event } from '@venue-booking/proto/events';
import type { BookingField } from '@venue-booking/proto/venue/bookingField';
import { type Changed, changeVenue, type Deps } from './change.ts';
import type { BookingField as Row } from './gen/prisma/client.ts';

export const toField = ({ key, label, type, required, options }: Row): BookingField => ({
  key,
  label,
  type: type as BookingField['type'],
  required,
  ...(type === 'select' && { options }),
});

/** Replaces the extra fields of a venue's booking form. @throws `venue_not_found` */
export function putFields(
  deps: Deps,
  slug: string,
  fields: BookingField[],
): Promise<Changed<{ fields: BookingField[] }>> {
  return changeVenue(deps, slug, async (tx, venue) => {
    const rows = fields.map(({ options = [], ...field }, position) => ({
      venueId: venue.id,
      position,
      options,
      ...field,
    }));
    await tx.bookingField.deleteMany({ where: { venueId: venue.id } });
    await tx.bookingField.createMany({ data: rows });
    return {
      result: { fields: rows.map(toField) },
      events: [
        event('events.catalog.booking_fields_changed', {
          venueId: venue.id,
          revision: venue.revision,
          fields: rows,
        }),
      ],
    };
  });
}
