import { hashOfSecret, randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import {
  type CreatedToken,
  type NewToken,
  TOKEN_PREFIX,
  type Token,
  type TokenHolder,
} from '@venue-booking/proto/auth/token';
import { fail } from '@venue-booking/proto/failures';
import { requireVenue } from './change.ts';
import type { CatalogDatabase } from './database.ts';
import type { Token as Row } from './gen/prisma/client.ts';
import { requireFeature } from './plans/requirePlan.ts';

/** Maximum number of tokens of a venue: a guard against runaway scripts. */
const MAX_TOKENS = 200;

const toToken = ({ id, name, scope, createdAt }: Row): Token => ({
  id,
  name,
  scope: scope as Token['scope'],
  created_at: createdAt.toISOString(),
});

/**
 * Creates a token for a venue. Only its hash is stored, so the token itself is returned only once.
 * @throws `venue_not_found`, `validation` when the venue has too many
 */
export async function createToken(
  database: CatalogDatabase,
  slug: string,
  { name, scope }: NewToken,
): Promise<CreatedToken> {
  const venue = await requireVenue(database, slug);
  requireFeature(venue, 'api_tokens');
  if ((await database.token.count({ where: { venueId: venue.id } })) >= MAX_TOKENS)
    throw fail('validation', { detail: `a venue has at most ${MAX_TOKENS} tokens: revoke some first` });
  const token = `${TOKEN_PREFIX}${randomSecret()}`;
  const data = { venueId: venue.id, name, scope, hash: hashOfSecret(token) };
  const row = await database.token.create({ data });
  return { ...toToken(row), token };
}

/** A venue's tokens, oldest first. @throws `venue_not_found` */
export async function listTokens(database: CatalogDatabase, slug: string): Promise<Token[]> {
  const { id: venueId } = await requireVenue(database, slug);
  const rows = await database.token.findMany({
    where: { venueId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toToken);
}

/** Revokes a token. @throws `venue_not_found`, `token_not_found` */
export async function revokeToken(
  database: CatalogDatabase,
  { slug, id }: { slug: string; id: string },
): Promise<Token> {
  const { id: venueId } = await requireVenue(database, slug);
  const row = await database.token.findUnique({ where: { venueId_id: { venueId, id } } });
  if (!row || (await database.token.deleteMany({ where: { venueId, id } })).count === 0)
    throw fail('token_not_found');
  return toToken(row);
}

/** The venue and scope of a token, or null. @param hash SHA-256 of the token in base64url */
export async function findHolder(database: CatalogDatabase, hash: string): Promise<TokenHolder | null> {
  const row = await database.token.findUnique({ where: { hash }, include: { venue: true } });
  if (!row) return null;
  return { id: row.id, slug: row.venue.slug, name: row.name, scope: row.scope as TokenHolder['scope'] };
}
