import { Resolver } from 'node:dns/promises';

const resolver = new Resolver({ timeout: 2000, tries: 2 });

/** Returns the texts of the TXT records at a name. Rejects when there are none. */
export const resolveTxt = (name: string): Promise<string[][]> => resolver.resolveTxt(name);
