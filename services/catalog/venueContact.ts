import { requireOwnLinks } from '@venue-booking/domain/venue/ownLinks';
import { columnsOf } from '@venue-booking/kit/postgres/columns';
import { VenueContact, type VenuePatch } from '@venue-booking/proto/venue/venue';
import { hostsOf } from '@venue-booking/proto/webAddress';
import type { CatalogDatabase } from './database.ts';
import type { Venue } from './gen/prisma/client.ts';
import type { VenueRow } from './venueColumns.ts';

/** A venue's contact details for guests, or null. */
export async function findContact(database: CatalogDatabase, venueId: number): Promise<VenueContact | null> {
  const [row] = await database.$queryRawUnsafe<ContactRow[]>(
    `SELECT ${CONTACT_COLUMNS}, created_at AS "createdAt", trusted, allowed_origins AS "allowedOrigins",
      ARRAY(SELECT domain FROM catalog.venue_domain WHERE venue_id = venue.id) AS domains
     FROM catalog.venue WHERE id = $1`,
    venueId,
  );
  return row ? toContact(row) : null;
}

const contactFields = VenueContact.omit({ linkHosts: true, createdAt: true }).keyof();
const CONTACT_COLUMNS = columnsOf(contactFields.enum);

/** @see findContact */
export const contactOf = ({
  createdAt,
  trusted,
  allowedOrigins,
  domains,
  ...venue
}: VenueRow): VenueContact => {
  const contact = Object.fromEntries(contactFields.options.map((name) => [name, venue[name]]));
  const names = domains.map(({ domain }) => domain);
  return toContact({
    ...(contact as unknown as ContactRow),
    createdAt,
    trusted,
    allowedOrigins,
    domains: names,
  });
};

type ContactRow = Omit<VenueContact, 'linkHosts' | 'createdAt'> &
  Pick<Venue, 'createdAt' | 'trusted' | 'allowedOrigins'> & { domains: string[] };

const toContact = ({
  createdAt,
  trusted,
  allowedOrigins,
  domains,
  ...contact
}: ContactRow): VenueContact => ({
  ...contact,
  createdAt: createdAt.toISOString(),
  linkHosts: linkHostsOf({ trusted, allowedOrigins, domains, termsUrl: contact.termsUrl }),
});

type Linking = Pick<Venue, 'trusted' | 'allowedOrigins' | 'termsUrl'> & { domains: string[] };

/** Hosts that a venue's texts may link to; null means any. */
const linkHostsOf = ({ trusted, domains, allowedOrigins, termsUrl }: Linking): string[] | null =>
  trusted ? null : hostsOf([...domains, ...allowedOrigins, ...(termsUrl ? [termsUrl] : [])]);

/** Checks texts that guests see in mails and on the venue's page. @throws `link_foreign` */
export function requireOwnTexts(texts: VenuePatch, venue: Linking): void {
  const hosts = linkHostsOf(venue);
  for (const field of ['address', 'description', 'accessibility_text', 'visit_info'] as const)
    requireOwnLinks(field, texts[field] ?? '', hosts);
  for (const [locale, translated] of Object.entries(texts.translations ?? {}))
    for (const [field, text = ''] of Object.entries(translated ?? {}))
      requireOwnLinks(`translations.${locale}.${field}`, text, hosts);
}
