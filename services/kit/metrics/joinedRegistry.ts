import { Registry } from 'prom-client';

/** A registry that tells the metrics of others along, as one of a process with several services does. */
export class JoinedRegistry extends Registry {
  readonly #others: readonly Registry[];

  constructor(others: readonly Registry[]) {
    super();
    this.#others = others;
  }

  /** What several have stands together under one name, as Prometheus' format wants it. */
  override async metrics(): Promise<string> {
    const texts = await Promise.all([super.metrics(), ...this.#others.map((other) => other.metrics())]);
    const series = new Map<string, string[]>();
    for (const text of texts)
      for (const block of text.trimEnd().split('\n\n').filter(Boolean)) {
        const [help = '', type = '', ...lines] = block.split('\n');
        const head = `${help}\n${type}`;
        series.set(head, [...(series.get(head) ?? []), ...lines]);
      }
    return `${[...series].map(([head, lines]) => [head, ...lines].join('\n')).join('\n\n')}\n`;
  }
}
