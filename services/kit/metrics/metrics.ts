import { Counter, collectDefaultMetrics, Gauge, Histogram, type LabelValues, Registry } from 'prom-client';
import { MergedRegistry } from './mergedRegistry.ts';

/** Registry of a service's metrics. */
export type Metrics = Registry;

export function createServiceMetrics(service: string, registry = new Registry()): Metrics {
  registry.setDefaultLabels({ service });
  return registry;
}

/**
 * Metrics of a service and its process. @param others metrics of other services in this process, included in
 * the output
 */
export function createProcessMetrics(service: string, others: readonly Metrics[] = []): Metrics {
  const registry = createServiceMetrics(service, new MergedRegistry(others));
  collectDefaultMetrics({ register: registry });
  return registry;
}

type MetricOptions<Label extends string> = {
  name: `venue_booking_${string}`;
  help: string;
  labelNames?: Label[];
};

export const counter = <Label extends string = never>(
  metrics: Metrics,
  options: MetricOptions<Label> & { name: `${string}_total` },
) => new Counter<Label>({ ...options, registers: [metrics] });

/** @param options.buckets in seconds. Use few: each is a series for every combination of labels */
export const histogram = <Label extends string = never>(
  metrics: Metrics,
  options: MetricOptions<Label> & { name: `${string}_seconds`; buckets: number[] },
) => new Histogram<Label>({ ...options, registers: [metrics] });

/** @param options.read sets the current values, synchronously, at each scrape */
export function gauge<Label extends string = never>(
  metrics: Metrics,
  {
    read,
    ...options
  }: MetricOptions<Label> & { read: (set: (labels: LabelValues<Label>, value: number) => void) => void },
): void {
  const metric: Gauge<Label> = new Gauge<Label>({
    ...options,
    registers: [metrics],
    collect: () => read((labels, value) => metric.set(labels, value)),
  });
}
