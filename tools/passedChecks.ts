import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Check {
  title: string;
  run: string[];
  reads?: string[];
}

/** Checks that passed, each with a hash of its command and of the content of all files that it reads. */
export class PassedChecks {
  readonly #root: string;
  readonly #file: string;
  /** Content hash of each file, or undefined outside a git repository. */
  readonly #hashes: Map<string, string> | undefined;
  readonly #passed: Record<string, string>;

  /**
   * Reads all files of the repository.
   * @param file where to keep the hashes
   */
  constructor(root: string, file: string) {
    this.#root = root;
    this.#file = file;
    this.#hashes = this.#hashFiles();
    const kept = contentOf(this.#file);
    this.#passed = kept ? JSON.parse(kept.toString()) : {};
  }

  /** Whether the check passed on the present files. */
  has(check: Check): boolean {
    const now = this.#hashOf(check);
    return now !== undefined && this.#passed[check.title] === now;
  }

  /** Keeps which checks passed, except those whose files have changed since this object was made. */
  keep(checks: Check[]): void {
    const present = new PassedChecks(this.#root, this.#file);
    for (const check of checks) {
      const hash = this.#hashOf(check);
      if (hash !== undefined && hash === present.#hashOf(check)) this.#passed[check.title] = hash;
    }
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(this.#passed, null, 1));
  }

  #hashOf({ run, reads = [''] }: Check): string | undefined {
    if (!this.#hashes) return undefined;
    const hash = createHash('sha256').update(JSON.stringify([process.version, run]));
    for (const [file, content] of this.#hashes)
      if (installed.includes(file) || reads.some((prefix) => file.startsWith(prefix)))
        hash.update(`\n${file} ${content}`);
    return hash.digest('hex');
  }

  #hashFiles(): Map<string, string> | undefined {
    let listed: string;
    try {
      const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
      listed = execFileSync('git', args, {
        cwd: this.#root,
        encoding: 'utf8',
        maxBuffer: 100_000_000,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      return undefined;
    }
    const files = [...installed, ...new Set(listed.split('\0').filter(Boolean))];
    return new Map(
      files.map((file) => {
        const content = contentOf(path.join(this.#root, file));
        return [file, content ? createHash('sha256').update(content).digest('hex') : 'none'];
      }),
    );
  }
}

/** What npm installed, and from which sources set-up generated code: git ignores both. */
const installed = ['node_modules/.package-lock.json', 'node_modules/.venue-booking-setup'];

function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
