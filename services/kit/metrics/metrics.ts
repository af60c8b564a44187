import { Counter, collectDefaultMetrics, Gauge, Histogram, type LabelValues, Registry } from 'prom-client';
import { JoinedRegistry } from './mergedRegistry.ts';

/** Registry of a service's metrics. */
export type Metrics = Registry;

export function serviceMetrics(service: string, registry = new Registry()): Metrics {
  registry.setDefaultLabels({ service });
  return registry;
}

/**
 * Metrics of a service and its process. @param others metrics of other services in this process, included in
 * the output
 */
export function createMetrics(service: string, others: readonly Metrics[] = []): Metrics {
  const registry = serviceMetrics(service, new JoinedRegistry(others));
  collectDefaultMetrics({ register: registry });
  return registry;
}

type About<Label extends string> = { name: `venue_booking_${string}`; help: string; labelNames?: Label[] };

export const counter = <Label extends string = never>(
  metrics: Metrics,
  about: About<Label> & { name: `${string}_total` },
) => new Counter<Label>({ ...about, registers: [metrics] });

/** @param about.buckets in seconds. Use few: each is a series for every combination of labels */
export const histogram = <Label extends string = never>(
  metrics: Metrics,
  about: About<Label> & { name: `${string}_seconds`; buckets: number[] },
) => new Histogram<Label>({ ...about, registers: [metrics] });

/** @param about.read sets the current values, synchronously, at each scrape */
export function gauge<Label extends string = never>(
  metrics: Metrics,
  {
    read,
    ...about
  }: About<Label> & { read: (set: (labels: LabelValues<Label>, value: number) => void) => void },
): void {
  const made: Gauge<Label> = new Gauge<Label>({
    ...about,
    registers: [metrics],
    collect: () => read((labels, value) => made.set(labels, value)),
  });
}
