import { type FailureParams, fail, inEachLanguage } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Counted, PlanFeature, PlanRules } from '@venue-booking/proto/venue/plan';
import type { CatalogTx } from '../database.ts';
import type { Venue } from '../gen/prisma/client.ts';

const NAMES: Record<Counted | PlanFeature, Record<Locale, string>> = {
  facilities: { en: 'facilities', nl: 'faciliteiten', de: 'Angebote', fr: 'prestations' },
  people: { en: 'people', nl: 'personen', de: 'Personen', fr: 'personnes' },
  domains: { en: 'own domains', nl: 'eigen domeinen', de: 'eigene Domains', fr: 'domaines personnels' },
  languages: { en: 'languages', nl: 'talen', de: 'Sprachen', fr: 'langues' },
  waiting_list: { en: 'Waiting lists', nl: 'Wachtlijsten', de: 'Wartelisten', fr: 'Listes d’attente' },
  invoicing: { en: 'Invoices', nl: 'Facturen', de: 'Rechnungen', fr: 'Factures' },
  sms: { en: 'SMS', nl: 'Sms', de: 'SMS', fr: 'SMS' },
  api_tokens: { en: 'API tokens', nl: 'API-tokens', de: 'API-Token', fr: 'Jetons d’API' },
};

const named = (what: Counted | PlanFeature): FailureParams =>
  inEachLanguage('what', (language) => NAMES[what][language]);

type Planned = Pick<Venue, 'planRules'>;
const rulesOf = ({ planRules }: Planned) => planRules as PlanRules | null;

/** The maximum that the plan of a venue sets; undefined: none. */
export const maximumOf = (venue: Planned, what: Counted): number | undefined => rulesOf(venue)?.limits[what];

/**
 * Checks a number that grows. The caller has locked the venue, so that concurrent calls count each other.
 * What a venue has already stays, also above the maximum.
 * @throws `plan_limit`
 */
export function requireWithinPlan(
  venue: Planned,
  what: Counted,
  { before, after }: { before: number; after: number },
): void {
  const maximum = maximumOf(venue, what);
  if (maximum !== undefined && after > before && after > maximum)
    throw fail('plan_limit', { limit: maximum, ...named(what) });
}

/** @throws `plan_feature` if the plan of the venue lacks the feature */
export function requireFeature(venue: Planned, feature: PlanFeature): void {
  if (rulesOf(venue)?.without.includes(feature)) throw fail('plan_feature', named(feature));
}

type Translated = {
  locale?: Locale | undefined;
  translations?: Partial<Record<Locale, object | undefined>> | undefined;
};

/**
 * Checks the languages of new translations of a venue or facility, and another language of the venue itself.
 * @throws `plan_limit`
 */
export async function requireLanguages(
  tx: CatalogTx,
  venue: Planned & Pick<Venue, 'id' | 'locale'>,
  { locale = venue.locale as Locale, translations = {} }: Translated,
): Promise<void> {
  if (maximumOf(venue, 'languages') === undefined) return;
  const given = Object.entries(translations).filter(([, texts]) => Object.keys(texts ?? {}).length > 0);
  const translated = await translatedInto(tx, venue);
  const before = new Set([venue.locale, ...translated]);
  const after = new Set([locale, ...translated, ...given.map(([language]) => language)]);
  requireWithinPlan(venue, 'languages', { before: before.size, after: after.size });
}

/** The languages of the translations of a venue and its facilities. */
async function translatedInto(tx: CatalogTx, { id }: Pick<Venue, 'id'>): Promise<string[]> {
  const rows = await tx.$queryRaw<{ language: string }[]>`
    SELECT jsonb_object_keys(coalesce(translations, '{}')) AS language FROM catalog.venue WHERE id = ${id}
    UNION SELECT jsonb_object_keys(coalesce(translations, '{}')) FROM catalog.facility WHERE venue_id = ${id}`;
  return rows.map(({ language }) => language);
}
