import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ImportGraph } from './importGraph.ts';

/** How long test files took, in seconds, by their path below the repository; kept between runs. */
export class Durations {
  readonly #file: string;
  readonly #root: string;
  readonly #known: Record<string, number>;

  /** @param file where they are kept */
  constructor(file: string, root: string) {
    this.#file = file;
    this.#root = root;
    this.#known = read(file);
  }

  /**
   * How long a file will take. One that has not been run here: a second for each module of `test` that it
   * loads, as those start and drive whole systems, and a little for every other.
   */
  guess(file: string, graph: ImportGraph): number {
    const known = this.#known[this.#nameOf(file)];
    if (known !== undefined) return known;
    const reached = [...graph.reached(file).keys()];
    const ofSystems = reached.filter((one) => one.startsWith(path.join(this.#root, 'test') + path.sep));
    return ofSystems.length + reached.length / 100;
  }

  /**
   * Takes in how long one took. What is known grows slowly, so that a busy hour does not make all files long.
   */
  remember(file: string, seconds: number): void {
    const name = this.#nameOf(file);
    const most = (this.#known[name] ?? Number.POSITIVE_INFINITY) * 1.2 + 0.1;
    this.#known[name] = Math.round(Math.min(seconds, most) * 10) / 10;
  }

  /** Writes them down, if it can. Two runs at once: the last one wins, and neither leaves half a file. */
  keep(): void {
    const work = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true });
      writeFileSync(work, `${JSON.stringify(this.#known, null, 1)}\n`);
      renameSync(work, this.#file);
    } catch {
      // The next run guesses anew.
    }
  }

  #nameOf(file: string): string {
    return path.relative(this.#root, file).replaceAll(path.sep, '/');
  }
}

function read(file: string): Record<string, number> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const entries = Object.entries(content ?? {}).filter(([, seconds]) => Number.isFinite(seconds));
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
