import { Gauge } from 'prom-client';
import { within } from '../concurrency/withTimeout.ts';
import type { Log } from '../logging/log.ts';
import type { Metrics } from './metrics.ts';

/** How long values are cached, in ms. */
const FRESH_MS = 2000;
/** Timeout in ms. Prometheus drops the whole scrape after 10 s. */
const PATIENCE_MS = 2000;

export type Sample<Name extends string> = { name: Name; labels: Record<string, string>; value: number };

/**
 * Gauges whose values are looked up together at a scrape: one lookup at a time for all readers, cached for 2
 * s. Values that can't be looked up within 2 s are omitted rather than reported stale.
 * @param gauges help texts by metric name; all have the same labels
 */
export function lookedUpGauges<Name extends string>(
  deps: { metrics: Metrics; log: Log; labelNames: string[] },
  gauges: Record<Name, string>,
  look: () => Promise<Sample<Name>[]>,
): void {
  const { metrics, log, labelNames } = deps;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;

  const forget = () => {
    for (const gauge of made.values()) gauge.reset();
  };
  const refresh = async () => {
    const samples = await look().catch((error: unknown) => {
      log.warn({ err: error, metrics: [...made.keys()] }, 'metrics omitted');
      return [];
    });
    forget();
    for (const { name, labels, value } of samples) made.get(name)?.set(labels, value);
    lookedAt = performance.now();
  };
  const collect = async () => {
    if (performance.now() - lookedAt < FRESH_MS) return;
    underWay ??= refresh().finally(() => {
      underWay = undefined;
    });
    await within(PATIENCE_MS, underWay).catch(forget);
  };

  const made = new Map<string, Gauge>();
  for (const [name, help] of Object.entries<string>(gauges))
    made.set(name, new Gauge({ name, help, labelNames, registers: [metrics], collect }));
}
