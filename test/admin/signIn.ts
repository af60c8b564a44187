import { randomUUID } from 'node:crypto';
import { createSessions } from '../../services/gateway/auth/sessions.ts';
import type { Stack } from '../stack/stack.ts';

type Where = Pick<Stack, 'database' | 'operatorToken'>;
type Who = {
  /** Default: a new random address. */
  email?: string;
  /** The role at each venue, by slug. */
  venues: Record<string, 'owner' | 'desk'>;
  language?: 'nl' | 'en';
  /** The role of a named operator. */
  operator?: 'admin' | 'support';
};

const sessionsOf = ({ operatorToken }: Where) =>
  createSessions({ publicUrl: 'http://localhost', operatorToken });

/** The hash of a session cookie, as catalog stores it. */
export const hashIn = (cookie: string, stack: Where): string =>
  sessionsOf(stack).hashIn({ method: 'GET', get: () => cookie } as never) ?? '';

/** `name=value`, as in a `Cookie` header. */
const cookieIn = (setCookie: string): string => setCookie.split(';')[0] ?? '';

/**
 * Creates a session on a running stack, as a sign-in link would.
 * @returns the session cookie, for `Cookie` headers and `world().visit({ cookie })`
 */
export async function signIn(
  stack: Where,
  { email, venues, operator, language = 'nl' }: Who,
): Promise<string> {
  const { hash, setCookie } = sessionsOf(stack).create('person');
  const address = email ?? `${randomUUID()}@example.com`;
  const { rows } = await stack.database.query<{ id: string }>(
    `INSERT INTO catalog.person (email, language) VALUES ($1, $2)
     ON CONFLICT (email) DO UPDATE SET language = excluded.language RETURNING id`,
    [address, language],
  );
  for (const [slug, role] of Object.entries(venues))
    await stack.database.query(
      `INSERT INTO catalog.membership (venue_id, person_id, role)
       SELECT id, $2, $3 FROM catalog.venue WHERE slug = $1
       ON CONFLICT (venue_id, person_id) DO UPDATE SET role = excluded.role`,
      [slug, rows[0]?.id, role],
    );
  if (operator)
    await stack.database.query('INSERT INTO catalog.operator (person_id, role) VALUES ($1, $2)', [
      rows[0]?.id,
      operator,
    ]);
  await stack.database.query('INSERT INTO catalog.session (hash, person_id, language) VALUES ($1, $2, $3)', [
    hash,
    rows[0]?.id,
    language,
  ]);
  return cookieIn(setCookie);
}

/**
 * Creates a session of the operator.
 * @returns the session cookie, as {@link signIn}
 */
export async function signInAsOperator(stack: Where, language: 'nl' | 'en' = 'nl'): Promise<string> {
  const { hash, setCookie } = sessionsOf(stack).create('operator');
  await stack.database.query('INSERT INTO catalog.session (hash, language) VALUES ($1, $2)', [
    hash,
    language,
  ]);
  return cookieIn(setCookie);
}
