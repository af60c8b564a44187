import { z } from 'zod';
import { AuditEntry, AuditQuery, PlatformAuditQuery } from '../reports/auditEntry.ts';
import type { CallGroup } from './adminCall.ts';
import { platform, venue } from './resources.ts';

const COLUMNS = ['at', 'actor', 'call', 'target', 'outcome', 'network'] as const;
const NEWEST_FIRST = 'The newest come first.';

/** Calls of the audit log. */
export const auditCalls = {
  about: 'The audit log: who changed what, when and from where',
  tag: 'audit log',
  plural: 'audits',
  calls: {
    listAudit: {
      verb: 'list',
      does: 'List the changes at a venue through the admin API: who, what, when and from where',
      more: `${NEWEST_FIRST} Entries name bookings by number and contain no guest’s data.`,
      method: 'GET',
      of: venue,
      path: '/audit-log',
      input: AuditQuery,
      answers: z.array(AuditEntry),
      pages: 'link',
      csv: { verb: 'export', does: 'Export the audit log of a venue as CSV' },
      columns: COLUMNS,
    },
    listPlatformAudit: {
      verb: 'list-platform',
      does: 'List the changes on the platform and at all venues',
      more: NEWEST_FIRST,
      method: 'GET',
      of: platform,
      path: '/audit-log',
      role: 'operator',
      input: PlatformAuditQuery,
      answers: z.array(AuditEntry),
      pages: 'link',
      csv: { verb: 'export-platform', does: 'Export the audit log of the platform as CSV' },
      columns: ['at', 'venue', ...COLUMNS.slice(1)],
    },
  },
} as const satisfies CallGroup;
