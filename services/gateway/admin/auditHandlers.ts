import { venueIdOf } from '../backends/venueIdOf.ts';
import type { AdminDeps } from './adminDeps.ts';
import { nextPage } from './bookingHandlers.ts';
import type { AdminHandlers } from './procedures.ts';

/** Handlers of the audit log. */
export const auditHandlers = ({ backends: { catalog } }: AdminDeps): AdminHandlers<'audit'> => ({
  async listAudit({ slug, ...query }, { setHeader }) {
    await venueIdOf(catalog, slug);
    const { entries, next } = await catalog.audit.list.query({ slug, query });
    if (next) setHeader('Link', nextPage(`venues/${slug}/audit-log`, query, next));
    return entries;
  },
  async listPlatformAudit({ venue, ...query }, { setHeader }) {
    const { entries, next } = await catalog.audit.list.query({ slug: venue, query });
    if (next) setHeader('Link', nextPage('audit-log', { venue, ...query }, next));
    return entries;
  },
});
