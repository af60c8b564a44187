import type { Role } from '@venue-booking/proto/admin/adminCall';
import type { OperatorRole } from '@venue-booking/proto/auth/operator';
import type { KnownSession } from '@venue-booking/proto/auth/session';
import { fail } from '@venue-booking/proto/failures';

/** What an operator may do. */
export type OperatorRights = {
  role: OperatorRole;
  needsPasskey: boolean;
  /** Venues that a named operator has given a reason for. `all`: no reason is needed; `none`: no venue. */
  visits: ReadonlySet<string> | 'all' | 'none';
};

/** The rights of OPERATOR_TOKEN and of its sessions. */
export const SHARED_TOKEN: OperatorRights = { role: 'admin', needsPasskey: false, visits: 'all' };

/** A program cannot give a reason, so only a token with the role admin reaches venues. */
export const rightsOfToken = (role: OperatorRole): OperatorRights => ({
  role,
  needsPasskey: false,
  visits: role === 'admin' ? 'all' : 'none',
});

/** The rights of a session; null for a person who is no operator. */
export function rightsOf(
  { personId, operator }: Pick<KnownSession, 'personId' | 'operator'>,
  needsPasskey: boolean,
): OperatorRights | null {
  if (personId === null) return SHARED_TOKEN;
  if (!operator) return null;
  return { role: operator.role, needsPasskey, visits: new Set(operator.visits.map(({ slug }) => slug)) };
}

/**
 * Checks whether an operator may make a call. Calls for operators only, such as a suspension, show nothing of
 * a venue and need no reason.
 * @throws `passkey_required`, `admin_only`, `visit_required`
 */
export function requireRights(
  { role, needsPasskey, visits }: OperatorRights,
  call: { role: Role; changes: boolean },
  slug: unknown,
): void {
  if (needsPasskey) throw fail('passkey_required');
  if (call.changes && role !== 'admin') throw fail('admin_only');
  if (typeof slug !== 'string' || call.role === 'operator' || visits === 'all') return;
  if (visits === 'none') throw fail('admin_only');
  if (!visits.has(slug)) throw fail('visit_required', { slug });
}

/** The name of a session's person in histories and the audit log. */
export function nameOf({ email, operator }: Pick<KnownSession, 'email' | 'operator'>): string {
  if (email === null) return 'operator';
  return operator ? `operator ${email}` : `person ${email}`;
}

/** The name of a session's person in security events, without personal data. */
export function actorOf({ personId, operator }: Pick<KnownSession, 'personId' | 'operator'>): string {
  if (personId === null) return 'operator';
  return operator ? `operator ${personId}` : `person ${personId}`;
}
