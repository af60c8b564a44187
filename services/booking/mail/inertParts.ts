import type { VenueContact } from '@venue-booking/proto/venue';
import { hostsOf, withInertLinks } from '@venue-booking/proto/webAddress';
import type { MailParts } from './mailParts.ts';

/**
 * Makes links inert in what a venue has people read, except links to its own hosts and to the platform's.
 * @param ownUrl any address of the platform
 */
export function linksOf(
  { linkHosts }: Pick<VenueContact, 'linkHosts'>,
  ownUrl: string,
): (text: string) => string {
  // Null: any. Absent: catalog is of the last release, which sent all links.
  if (linkHosts === null || linkHosts === undefined) return (text) => text;
  const hosts = [...linkHosts, ...hostsOf([ownUrl])];
  return (text) => withInertLinks(text, hosts);
}

/** What a mail shows, with each text as `inert` has it. Addresses of links are the platform's and stay. */
export const inertParts = <Parts extends Omit<MailParts, 'termsUrl'>>(
  parts: Parts,
  inert: (text: string) => string,
): Parts => ({
  ...parts,
  subject: inert(parts.subject),
  title: inert(parts.title),
  own: parts.own && { lead: inert(parts.own.lead), body: parts.own.body.map(inert) },
  body: parts.body.map(inert),
  rows: parts.rows.map(([label, value]) => [inert(label), inert(value)]),
  venue: {
    ...parts.venue,
    name: inert(parts.venue.name),
    address: inert(parts.venue.address),
    phone: inert(parts.venue.phone),
  },
  reason: parts.reason && inert(parts.reason),
});
