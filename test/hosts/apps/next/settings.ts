export type Query = Record<string, string | string[] | undefined>;

/** What a page of this site is told by its address: the venue, and where its API is. */
export function settingsOf({ tenant = '', api = '' }: Query): { tenant: string; api: string; query: string } {
  const venue = { tenant: String(tenant), api: String(api) };
  return { ...venue, query: new URLSearchParams(venue).toString() };
}
