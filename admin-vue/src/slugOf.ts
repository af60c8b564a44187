/** A slug from a name: `Café De Oever` becomes `cafe-de-oever`. Empty if no character is left. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');

/** Time zone of the browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Zones to choose from. `supportedValuesOf` may lack the browser's own, because it may be an alias. */
export const timeZones = (): Set<string> => new Set([ownZone(), ...Intl.supportedValuesOf('timeZone')]);
