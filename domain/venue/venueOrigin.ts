/**
 * The origin of links for a venue's guests: its primary domain, or the platform's address without one.
 * @param publicUrl the platform's address; scheme and port also apply to the domain
 */
export function venueOrigin(publicUrl: string, primaryDomain: string | null | undefined): string {
  const { protocol, port, origin } = new URL(publicUrl);
  return primaryDomain ? `${protocol}//${primaryDomain}${port && `:${port}`}` : origin;
}
