import { Counter, Gauge, Histogram, type LabelValues, Registry } from 'prom-client';

/** Where a service keeps what it measures of itself. */
export type Metrics = Registry;

/** Metrics of a service, labelled with its name. */
export function serviceMetrics(service: string, registry = new Registry()): Metrics {
  registry.setDefaultLabels({ service });
  return registry;
}

type About<Label extends string> = { name: `venue_booking_${string}`; help: string; labelNames?: Label[] };

export const counter = <Label extends string = never>(
  metrics: Metrics,
  about: About<Label> & { name: `${string}_total` },
) => new Counter<Label>({ ...about, registers: [metrics] });

/** @param about.buckets few of them, in seconds: each is a series for every combination of labels */
export const histogram = <Label extends string = never>(
  metrics: Metrics,
  about: About<Label> & { name: `${string}_seconds`; buckets: number[] },
) => new Histogram<Label>({ ...about, registers: [metrics] });

/** @param about.read says the values, at once, whenever somebody asks */
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
