import type { ResolveTxt } from '@venue-booking/domain/venue/domainProof';
import { startRelay } from '@venue-booking/kit/events/outbox';
import { serveRouter } from '@venue-booking/kit/messaging/rpc';
import { measureQueues, outboxQueue } from '@venue-booking/kit/postgres/queueGauges';
import { startDeletingExpiredRows } from '@venue-booking/kit/postgres/retention';
import { type ServiceDependencies, startDatabase } from '@venue-booking/kit/postgres/startDatabase';
import type { Service } from '@venue-booking/kit/process/lifecycle';
import { resolveTxt } from '@venue-booking/kit/resolveTxt';
import { checkZones } from './checkZones.ts';
import { openDatabase } from './database.ts';
import { startDomainChecks } from './domains/checkDomains.ts';
import type { BucketSettings } from './images/bucketSettings.ts';
import { startImageStorage } from './images/imageStorage.ts';
import { retentionRules } from './retention.ts';
import { catalogRouter } from './router.ts';
import { startComparingZones } from './zoneData.ts';

/** Starts the catalog service. It accepts calls once the promise resolves. */
export async function startCatalog(
  deps: ServiceDependencies & {
    /** The bucket for images; without one they stay in the database. */
    images?: BucketSettings | undefined;
    outboxPollMs: number;
    /** How long entries of the audit log are kept. */
    auditDays: number;
    /** Resolves TXT records, for the proof of custom domains. */
    resolve?: ResolveTxt;
  },
): Promise<Service> {
  const { messaging, metrics, log } = deps;
  const schema = { schema: 'catalog', folder: import.meta.dirname, open: openDatabase } as const;
  const { database, ready } = await startDatabase(deps, schema);
  await checkZones(database.raw);
  const relay = startRelay({ database, service: 'catalog', messaging, log, pollMs: deps.outboxPollMs });
  const deleting = startDeletingExpiredRows(database, retentionRules(deps), log);
  const domains = startDomainChecks({
    ...{ database, log, wakeRelay: relay.wake },
    resolve: deps.resolve ?? resolveTxt,
  });
  const zones = startComparingZones({ database, log });
  const images = deps.images && startImageStorage({ database, settings: deps.images, log });
  measureQueues({ metrics, database, log }, { outbox: outboxQueue('catalog') });
  messaging.serve(
    'catalog',
    serveRouter(catalogRouter({ database, images, wakeRelay: relay.wake }), log, metrics),
  );
  return {
    ready,
    async quiesce() {
      await Promise.all([relay.stop(), deleting.stop(), domains.stop(), zones.stop(), images?.stop()]);
    },
    stop: () => database.$disconnect(),
  };
}
