import { Registry } from 'prom-client';

/** A registry that also outputs the metrics of other registries, for a process with several services. */
export class MergedRegistry extends Registry {
  readonly #others: readonly Registry[];

  constructor(others: readonly Registry[]) {
    super();
    this.#others = others;
  }

  /** Groups series of the same name, as the Prometheus format requires. */
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
