import type { Texts } from '../../../texts/en.ts';

/** A group of a provider's requirements, by the key of its text. */
type Group = keyof Texts['requirements']['groups'];

/**
 * Names of what a provider requires of an account, in the order in which its form asks. The first pattern
 * that matches wins.
 */
const groups: readonly [Group, RegExp][] = [
  ['documents', /(^|\.)(verification|documents?)\b/],
  ['business', /^(business_|company\.|settings\.)/],
  ['people', /^(representative|individual|person_|owners|directors|executives|relationship|legal_guardian)/],
  ['bank', /^external_account/],
  ['terms', /^tos_acceptance/],
  ['other', /./],
];
const order: readonly Group[] = ['business', 'people', 'documents', 'bank', 'terms', 'other'];

/** The groups of some requirements, each once. */
export function groupsOf(requirements: readonly string[]): Group[] {
  const found = new Set(requirements.map((name) => groups.find(([, pattern]) => pattern.test(name))?.[0]));
  return order.filter((group) => found.has(group));
}
