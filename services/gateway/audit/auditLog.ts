import { withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import { isTransientError } from '@venue-booking/kit/errors/transientError';
import type { Log } from '@venue-booking/kit/logging/log';
import type { AuditRecord } from '@venue-booking/proto/reports/auditEntry';
import type { Backends } from '../backends/backends.ts';

/** Maximum wait for the entry before a change. Afterwards the change runs, and the entry is retried. */
const BEGIN_BUDGET_MS = 1000;
const SEND_BUDGET_MS = 5000;
const RETRY_MS = 1000;
/** Entries that wait for catalog. Further ones go to the log. */
const MAX_WAITING = 5000;
/** Entries per message. NATS limits it to 1 MB, and all settings of a venue take 100 kB at most. */
const BATCH = 8;

/**
 * Sends entries of the audit log to catalog: one before a change and the same with its outcome afterwards
 * (docs/decisions/0120-audit-log.md). An entry that catalog cannot store is written to the process's log.
 */
export function createAuditLog({ catalog, log }: { catalog: Backends['catalog']; log: Log }) {
  /** By id, so that an outcome replaces the entry without one. */
  const waiting = new Map<string, AuditRecord>();
  let sending: Promise<void> | null = null;

  const store = async (records: AuditRecord[]) => {
    await catalog.audit.record.mutate(records);
  };
  const giveUp = (records: AuditRecord[], error: unknown) => {
    // Without the actor's address and the values: the log contains no personal data.
    const lost = records.map(({ id, at, venue, call, target, outcome }) => ({
      id,
      at,
      venue,
      call,
      target,
      outcome,
    }));
    log.error({ err: error, audit: lost }, 'could not store entries of the audit log');
  };
  const sendOnce = async (): Promise<'sent' | 'later'> => {
    const batch = [...waiting.values()].slice(0, BATCH);
    try {
      await withOwnDeadline(SEND_BUDGET_MS, () => store(batch));
    } catch (error) {
      if (isTransientError(error)) return 'later';
      giveUp(batch, error);
    }
    for (const record of batch) if (waiting.get(record.id) === record) waiting.delete(record.id);
    return 'sent';
  };
  const sendAll = async () => {
    let outcome: 'sent' | 'later' = 'sent';
    while (waiting.size > 0 && outcome === 'sent') outcome = await sendOnce();
    // In the same turn as the last check, so that no entry is queued in between.
    sending = null;
    if (outcome === 'later') setTimeout(send, RETRY_MS).unref();
  };
  const send = () => {
    if (waiting.size > 0) sending ??= sendAll();
  };
  const enqueue = (record: AuditRecord) => {
    if (waiting.size >= MAX_WAITING && !waiting.has(record.id)) return giveUp([record], undefined);
    waiting.set(record.id, record);
    send();
  };

  return {
    /** Stores an entry, or queues it after a second. Never rejects. */
    async begin(record: AuditRecord): Promise<void> {
      try {
        await withOwnDeadline(BEGIN_BUDGET_MS, () => store([record]));
      } catch (error) {
        if (isTransientError(error)) enqueue(record);
        else giveUp([record], error);
      }
    },
    /** Queues an entry with its outcome. */
    end: enqueue,
    /** Sends what is queued, for a gateway that stops. */
    async flush(): Promise<void> {
      send();
      await sending;
    },
  };
}
export type AuditLog = ReturnType<typeof createAuditLog>;
