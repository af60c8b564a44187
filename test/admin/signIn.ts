import { randomUUID } from 'node:crypto';
import { createSessions } from '../../services/gateway/auth/sessions.ts';
import type { Stack } from '../stack/stack.ts';

type Where = Pick<Stack, 'database' | 'operatorToken'>;
type Who = {
  /** Somebody nobody has heard of, unless told otherwise. */
  email?: string;
  /** What they may do, by the slug of each venue. */
  venues: Record<string, 'owner' | 'desk'>;
  language?: 'nl' | 'en';
};

const sessionsOf = ({ operatorToken }: Where) =>
  createSessions({ publicUrl: 'http://localhost', operatorToken });

/** What catalog keeps of the session in a cookie. */
export const hashIn = (cookie: string, stack: Where): string =>
  sessionsOf(stack).hashIn({ method: 'GET', get: () => cookie } as never) ?? '';

/** `name=value`, as a `Cookie` header has it. */
const cookieIn = (setCookie: string): string => setCookie.split(';')[0] ?? '';

/**
 * Signs a person in on a stack that runs, as their link would have done.
 * @returns the cookie of the session, as `Cookie` headers have it and `world().visit({ cookie })` takes it
 */
export async function signIn(stack: Where, { email, venues, language = 'nl' }: Who): Promise<string> {
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
  await stack.database.query('INSERT INTO catalog.session (hash, person_id, language) VALUES ($1, $2, $3)', [
    hash,
    rows[0]?.id,
    language,
  ]);
  return cookieIn(setCookie);
}

/** Signs the operator in. @returns the cookie of the session, as {@link signIn} answers it */
export async function signInAsOperator(stack: Where, language: 'nl' | 'en' = 'nl'): Promise<string> {
  const { hash, setCookie } = sessionsOf(stack).create('operator');
  await stack.database.query('INSERT INTO catalog.session (hash, language) VALUES ($1, $2)', [
    hash,
    language,
  ]);
  return cookieIn(setCookie);
}
