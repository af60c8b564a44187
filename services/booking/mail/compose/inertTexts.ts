import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { hostsOf, withInertLinks } from '@venue-booking/proto/webAddress';
import type { MailParts } from './mailParts.ts';

/**
 * Returns a function that makes links in a venue's texts inert, except links to the venue's own hosts and to
 * the platform.
 * @param ownUrl any URL of the platform
 */
export function inertLinksOf(
  { linkHosts }: Pick<VenueContact, 'linkHosts'>,
  ownUrl: string,
): (text: string) => string {
  // Null: any host is allowed. Undefined: catalog runs the previous release, which allowed all links.
  if (linkHosts === null || linkHosts === undefined) return (text) => text;
  const hosts = [...linkHosts, ...hostsOf([ownUrl])];
  return (text) => withInertLinks(text, hosts);
}

/**
 * The parts of a mail with `inert` applied to every text. Link URLs come from the platform and are unchanged.
 */
export const withInertTexts = <Parts extends Omit<MailParts, 'termsUrl'>>(
  parts: Parts,
  inert: (text: string) => string,
): Parts => ({
  ...parts,
  subject: inert(parts.subject),
  title: inert(parts.title),
  own: parts.own && { lead: inert(parts.own.lead), body: parts.own.body.map(inert) },
  body: parts.body.map(inert),
  info: parts.info && { lead: inert(parts.info.lead), body: parts.info.body.map(inert) },
  rows: parts.rows.map(([label, value, ...url]) => [inert(label), inert(value), ...url]),
  venue: {
    ...parts.venue,
    name: inert(parts.venue.name),
    address: inert(parts.venue.address),
    phone: inert(parts.venue.phone),
  },
  reason: parts.reason && inert(parts.reason),
});
