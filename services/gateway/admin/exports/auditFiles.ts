import { auditCalls } from '@venue-booking/proto/admin/auditCalls';
import { AuditQuery, PlatformAuditQuery } from '@venue-booking/proto/reports/auditEntry';
import { Router } from 'express';
import { CSV_PAGE, csvOf, type ExportDeps, platformCsvOf } from './csv.ts';

const COLUMNS = Object.keys(auditCalls.calls.listAudit.answers.element.shape);

/** The audit log for clients that prefer a file: all entries that match. */
export function auditFiles(deps: ExportDeps): Router {
  const { catalog } = deps.backends;
  const open = (name: string, query: Omit<AuditQuery, 'limit'>, slug: string | undefined) => ({
    name,
    columns: COLUMNS,
    kinds: {},
    async read(cursor = query.cursor) {
      const page = { ...query, limit: CSV_PAGE, cursor };
      const { entries, next } = await catalog.audit.list.query({ slug, query: page });
      return { rows: entries, next };
    },
  });
  const all = { limit: true } as const;
  return Router().use(
    csvOf({ path: '/audit-log', input: AuditQuery.omit(all) }, deps, async ({ venueId, ...query }) => {
      const { slug } = await catalog.contact.query({ venueId });
      return open('audit-log', query, slug);
    }),
    platformCsvOf(
      { path: '/audit-log', role: 'operator', input: PlatformAuditQuery.omit(all) },
      deps,
      async ({ venue, ...query }) => open('audit-log', query, venue),
    ),
  );
}
