export type Query = Record<string, string | string[] | undefined>;

/** The venue and API that a page gets from its URL. */
export function settingsOf({ tenant = '', api = '' }: Query): { tenant: string; api: string; query: string } {
  const venue = { tenant: String(tenant), api: String(api) };
  return { ...venue, query: new URLSearchParams(venue).toString() };
}
