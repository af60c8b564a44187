import { z } from 'zod';
import { singleLine } from '../primitives.ts';
import { Slug } from '../venue/venue.ts';

/** Longest value of a changed setting. Longer ones are cut. */
export const MAX_AUDIT_VALUE = 200;

/**
 * `done`; `rejected` by an expected failure, which changed nothing; `unknown`: still running, or the gateway
 * stopped or failed before it knew the result.
 */
const AuditOutcome = z.enum(['done', 'rejected', 'unknown']);

/** A changed setting. Values are text or JSON. */
export const AuditChange = z.object({
  field: z.string().describe('Name of the setting'),
  before: z.string().nullable().describe('Value before the change; null if unknown'),
  after: z.string().nullable().describe('Value after the change'),
});

/** A change through the admin API. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  venue: z
    .string()
    .nullable()
    .describe('Slug of the venue; null for a change of the platform or of a person’s sign-in'),
  actor: z
    .string()
    .describe(
      '`operator` (the shared token), `operator` or `person` and an e-mail address, `token` or `operator token` and its name',
    ),
  call: z.string().describe('The operation, by its id in this API description'),
  kind: z.string().describe('The kind of object that it changes, such as `booking`'),
  target: z
    .string()
    .nullable()
    .describe('The changed object: the number of a booking, the name of a facility'),
  outcome: AuditOutcome.describe(
    '`done`, `rejected` (it changed nothing), or `unknown` (in progress, or the result was lost)',
  ),
  reason: z.string().nullable().describe('Code of the failure'),
  network: z.string().describe('Network of the client: its address without the last part'),
  changes: z.array(AuditChange).describe('Changed settings, for calls that change settings'),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Filters of the audit log. */
export const AuditQuery = z.object({
  q: singleLine(100, 0).optional().describe('Words in the person, the operation or the object'),
  actor: singleLine(320, 0)
    .optional()
    .describe('Only by this person, token or `operator`, as `actor` has it'),
  kind: singleLine(40, 0).optional().describe('Only changes of this kind of object'),
  from: z.iso.datetime({ offset: true }).optional().describe('Only from this time on'),
  to: z.iso.datetime({ offset: true }).optional().describe('Only before this time'),
  cursor: z
    .string()
    .regex(/^\d{1,14}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'must come from a Link header')
    .optional()
    .describe('From the Link header of the page before'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** Filters of the platform's audit log. */
export const PlatformAuditQuery = AuditQuery.extend({ venue: Slug.optional().describe('Only this venue') });

/** An entry as the gateway sends it: once before the change, and again with the outcome. */
export const AuditRecord = AuditEntry.extend({
  venue: z.string().max(100).nullable(),
  actor: z.string().max(500),
  call: z.string().max(60),
  kind: z.string().max(40),
  target: z.string().max(500).nullable(),
  reason: z.string().max(60).nullable(),
  network: z.string().max(60),
  changes: z.array(AuditChange).max(200),
});
export type AuditRecord = z.infer<typeof AuditRecord>;
