import { event } from '@venue-booking/proto/events';
import type { BookingField } from '@venue-booking/proto/venue/bookingField';
import { type Changed, changeVenue, type Deps } from './change.ts';
import type { CatalogTx } from './database.ts';
import type { BookingField as Row, Venue } from './gen/prisma/client.ts';
import { translationsColumn, translationsIn } from './translations.ts';

export const toField = ({ key, label, type, required, options, translations }: Row): BookingField => ({
  key,
  label,
  type: type as BookingField['type'],
  required,
  ...(type === 'select' && { options }),
  ...translationsIn<BookingField['translations']>({ translations }),
});

/** Replaces the extra fields of a venue's booking form. @throws `venue_not_found` */
export function putFields(
  deps: Deps,
  slug: string,
  fields: BookingField[],
): Promise<Changed<{ fields: BookingField[] }>> {
  return changeVenue(deps, slug, (tx, venue) => writeFields(tx, venue, fields));
}

/** Replaces the fields in the caller's transaction. */
export async function writeFields(tx: CatalogTx, venue: Venue, fields: BookingField[]) {
  const rows = fields.map(({ options = [], translations, ...field }, position) => ({
    venueId: venue.id,
    position,
    options,
    translations: translationsColumn(translations),
    ...field,
  }));
  await tx.bookingField.deleteMany({ where: { venueId: venue.id } });
  const stored = await tx.bookingField.createManyAndReturn({ data: rows });
  const result = stored.toSorted((one, other) => one.position - other.position).map(toField);
  return {
    result: { fields: result },
    events: [
      event('events.catalog.booking_fields_changed', {
        venueId: venue.id,
        revision: venue.revision,
        fields: result.map(({ options = [], translations, ...field }) => ({
          ...field,
          options,
          ...(translations && { translations: JSON.stringify(translations) }),
        })),
      }),
    ],
  };
}
