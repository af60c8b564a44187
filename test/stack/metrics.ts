import { call } from './api.ts';

type Series = { name: string; labels: Record<string, string>; value: number };

/** What a service exposes at `/metrics`. */
export type MetricsPage = {
  /** Type (`gauge`, `counter`, `histogram`) of each metric, by name. */
  types: Map<string, string>;
  series: Series[];
  /** The value of the series with these labels; undefined if there is none. */
  read(name: string, labels?: Record<string, string>): number | undefined;
};

/** Parses Prometheus' text format. @param service whose series to return; one process exposes those of all */
export async function readMetrics(url: string, service: string): Promise<MetricsPage> {
  const { status, text } = await call(url);
  if (status !== 200) throw new Error(`${url} answers ${status}`);
  return parseMetrics(text, service);
}

export function parseMetrics(text: string, service: string): MetricsPage {
  const series = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)]
    .map(([, name = '', labels = '', value]) => ({
      name,
      labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, of]) => [key, of])),
      value: Number(value),
    }))
    .filter(({ labels }) => labels.service === service);
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]);
  return {
    types: new Map(types as [string, string][]),
    series,
    read: (wanted, given = {}) =>
      series.find(
        ({ name, labels }) =>
          name === wanted && Object.entries(given).every(([key, value]) => labels[key] === value),
      )?.value,
  };
}
