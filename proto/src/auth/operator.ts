import { z } from 'zod';
import { Locale, multiLine, singleLine } from '../primitives.ts';
import { PersonEmail } from './person.ts';

/** What an operator of the platform may do. */
export const OperatorRole = z
  .enum(['admin', 'support'])
  .describe('support: read everything; admin: also change everything');
export type OperatorRole = z.infer<typeof OperatorRole>;

/** A named operator, who signs in with an e-mail address. */
export const Operator = z.object({
  id: z.uuid(),
  email: z.string(),
  role: OperatorRole,
  created_at: z.iso.datetime().describe('When the person became an operator'),
  passkeys: z.int().describe('Number of passkeys'),
});
export type Operator = z.infer<typeof Operator>;

/** Body of `POST …/operators`. */
export const NewOperator = z.strictObject({
  email: PersonEmail.describe('Address for mails with sign-in links'),
  role: OperatorRole.default('support'),
  language: Locale.default('en').describe(
    'Language of the invitation. After signing in, people choose their own',
  ),
});
export type NewOperator = z.infer<typeof NewOperator>;

/** An added operator, and whether the invitation was sent. */
export const InvitedOperator = Operator.extend({
  mailed: z.boolean().describe('Whether the mail server accepted the invitation'),
});
export type InvitedOperator = z.infer<typeof InvitedOperator>;

/** Body of `PATCH …/operators/{id}`. */
export const OperatorPatch = z.strictObject({ role: OperatorRole });

/** Maximum days until a new token of the operator expires. */
const MAX_TOKEN_DAYS = 3650;

/** Body of `POST …/operator-tokens`. */
export const NewOperatorToken = z.strictObject({
  name: singleLine(100).describe('Name of the program that uses it, shown in the audit log'),
  role: OperatorRole.default('support'),
  expires_in_days: z
    .int()
    .min(1)
    .max(MAX_TOKEN_DAYS)
    .optional()
    .describe('Days until it stops working; absent: it works until it is revoked'),
});
export type NewOperatorToken = z.infer<typeof NewOperatorToken>;

/** A token of the operator for a program. */
export const OperatorToken = z.object({
  id: z.uuid(),
  name: z.string(),
  role: OperatorRole,
  created_by: z
    .string()
    .nullable()
    .describe('Address of the operator who made it; null: made with the shared token'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable().describe('When it stops working; null: when it is revoked'),
  last_used_at: z.iso.datetime().nullable().describe('Precise to a few minutes; null: never'),
});
export type OperatorToken = z.infer<typeof OperatorToken>;

/** A new token with its secret, which is shown only once. */
export const CreatedOperatorToken = OperatorToken.extend({ token: z.string() });
export type CreatedOperatorToken = z.infer<typeof CreatedOperatorToken>;

/** Prefix of the operator's tokens for programs. */
export const OPERATOR_TOKEN_PREFIX = 'vbo_';

/** Hours for which an operator may use a venue after giving a reason. */
export const VISIT_HOURS = 4;

/** Body of `POST …/venues/{slug}/visits`. */
export const NewVisit = z.strictObject({
  reason: multiLine(500)
    .min(1, 'must not be empty')
    .describe('Why the operator looks at the venue, which its owners read'),
});

/** A time for which an operator may use a venue. */
export const Visit = z.object({
  id: z.uuid(),
  by: z.string().describe('`operator` and the e-mail address, as in the audit log'),
  reason: z.string(),
  created_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
});
export type Visit = z.infer<typeof Visit>;

/** Which visits to list, newest first. */
export const VisitsQuery = z.object({
  before: z.uuid().optional().describe('Return visits that began before this one'),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
