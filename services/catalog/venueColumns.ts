import { fromFields, toFields } from '@venue-booking/kit/postgres/columns';
import type { BusinessType } from '@venue-booking/proto/venue/businessType';
import { CAP_NAMES } from '@venue-booking/proto/venue/caps';
import { type VenuePatch, Venue as VenueSettings } from '@venue-booking/proto/venue/venue';
import { brandOf } from './brand.ts';
import { capsOfRow } from './caps.ts';
import { Prisma, type Venue } from './gen/prisma/client.ts';
import { holidaysOf } from './specialDays.ts';
import { translationsColumn, translationsIn } from './translations.ts';

/** Reads a venue with its domains, sorted. */
export const withDomains = { domains: { orderBy: { domain: 'asc' as const } } };
/** A venue with its domains. */
export type VenueRow = Venue & { domains: { domain: string }[] };

const columns = VenueSettings.keyof().exclude([
  'slug',
  'domains',
  'refund_tiers',
  'holidays',
  'brand',
  'translations',
  'invoicing',
  ...CAP_NAMES,
]).options;

/** The settings of a venue, from its row. */
export const toSettings = (venue: VenueRow): VenueSettings => ({
  slug: venue.slug,
  ...fromFields(columns, venue),
  locale: venue.locale as VenueSettings['locale'],
  business_type: businessTypeOf(venue),
  ...translationsIn<VenueSettings['translations']>(venue),
  domains: venue.domains.map(({ domain }) => domain),
  refund_tiers: venue.refundTiers as VenueSettings['refund_tiers'],
  holidays: holidaysOf(venue),
  brand: brandOf(venue),
  invoicing: venue.invoicing as VenueSettings['invoicing'],
  ...capsOfRow(venue),
});

/** What the venue is for search engines. */
export const businessTypeOf = ({ businessType }: Pick<Venue, 'businessType'>) =>
  (businessType ?? 'LocalBusiness') as BusinessType;

/** Columns for the settings in this patch, brand and caps excluded. */
export const settingColumns = <Given extends Omit<VenuePatch, 'domains'>>(settings: Given) => ({
  ...toFields(columns, settings),
  ...(settings.holidays && { holidays: settings.holidays }),
  ...(settings.translations && { translations: translationsColumn(settings.translations) }),
  ...(settings.refund_tiers !== undefined && { refundTiers: settings.refund_tiers ?? Prisma.DbNull }),
  ...(settings.invoicing !== undefined && { invoicing: settings.invoicing ?? Prisma.DbNull }),
});
