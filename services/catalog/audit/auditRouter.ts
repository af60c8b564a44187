import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { AuditQuery, AuditRecord } from '@venue-booking/proto/reports/auditEntry';
import { z } from 'zod';
import type { CatalogDatabase } from '../database.ts';
import { listAudit, recordAudit } from './auditStore.ts';

/** Maximum number of entries in a message. */
const MAX_AUDIT_BATCH = 20;

/** The audit log of the admin API. */
export const auditRouter = ({ database }: { database: CatalogDatabase }) =>
  t.router({
    record: mutation(z.array(AuditRecord).max(MAX_AUDIT_BATCH), (records) => recordAudit(database, records)),
    list: query(z.object({ slug: z.string().optional(), query: AuditQuery }), ({ slug, query: filters }) =>
      listAudit(database, filters, slug),
    ),
  });
