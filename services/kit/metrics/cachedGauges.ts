import { Gauge } from 'prom-client';
import { withTimeout } from '../concurrency/withTimeout.ts';
import type { Log } from '../logging/log.ts';
import type { Metrics } from './metrics.ts';

/** How long values are cached, in ms. */
const CACHE_MS = 2000;
/** Timeout in ms. Prometheus drops the whole scrape after 10 s. */
const LOOKUP_TIMEOUT_MS = 2000;

export type Sample<Name extends string> = { name: Name; labels: Record<string, string>; value: number };

/**
 * Gauges whose values are looked up together at a scrape: one lookup at a time for all readers, cached for 2
 * s. Values that can't be looked up within 2 s are omitted rather than reported stale.
 * @param gauges help texts by metric name; all have the same labels
 */
export function cachedGauges<Name extends string>(
  deps: { metrics: Metrics; log: Log; labelNames: string[] },
  gauges: Record<Name, string>,
  lookUp: () => Promise<Sample<Name>[]>,
): void {
  const { metrics, log, labelNames } = deps;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;

  const clear = () => {
    for (const gauge of byName.values()) gauge.reset();
  };
  const refresh = async () => {
    const samples = await lookUp().catch((error: unknown) => {
      log.warn({ err: error, metrics: [...byName.keys()] }, 'metrics omitted');
      return [];
    });
    clear();
    for (const { name, labels, value } of samples) byName.get(name)?.set(labels, value);
    lookedAt = performance.now();
  };
  const collect = async () => {
    if (performance.now() - lookedAt < CACHE_MS) return;
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    await withTimeout(LOOKUP_TIMEOUT_MS, refreshing).catch(clear);
  };

  const byName = new Map<string, Gauge>();
  for (const [name, help] of Object.entries<string>(gauges))
    byName.set(name, new Gauge({ name, help, labelNames, registers: [metrics], collect }));
}
