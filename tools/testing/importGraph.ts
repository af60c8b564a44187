import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

// Generated code starts nothing, and there is much of it.
const isParsed = (file: string) =>
  /\.[mc]?[jt]sx?$/.test(file) && !/[\\/](gen|dist|node_modules)[\\/]/.test(file);

/**
 * What source files load when they run. Imports of types alone are none, and neither is an `import()` of a
 * name that is worked out: nothing can be said of that beforehand.
 */
export class ImportGraph {
  readonly #imports = new Map<string, string[]>();

  /** What a file imports: files by their whole path, modules of Node as `node:…`, packages by their name. */
  importsOf(file: string): string[] {
    let imports = this.#imports.get(file);
    if (!imports) {
      imports = isParsed(file) ? readImports(file) : [];
      this.#imports.set(file, imports);
    }
    return imports;
  }

  /**
   * All that a file loads, itself included, each with who was seen to load it first.
   * @param beside modules of which is left out what they load
   */
  reached(file: string, beside: ReadonlySet<string> = new Set()): Map<string, string | undefined> {
    const reached = new Map<string, string | undefined>([[file, undefined]]);
    // A map can grow while it is walked. So ways are the shortest ones.
    for (const from of reached.keys())
      if (path.isAbsolute(from) && !beside.has(from))
        for (const to of this.importsOf(from)) if (!reached.has(to)) reached.set(to, from);
    return reached;
  }

  /** The way by which a file loads something, from one to the other; undefined when it does not. */
  way(file: string, target: string): string[] | undefined {
    const reached = this.reached(file);
    if (!reached.has(target)) return undefined;
    const way = [target];
    for (let by = reached.get(target); by !== undefined; by = reached.get(by)) way.unshift(by);
    return way;
  }
}

function readImports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  // The one way to start processes that is no module of its own.
  const runsTests = staticImports.some(
    ({ moduleRequest, entries }) =>
      moduleRequest.value === 'node:test' && entries.some(({ importName }) => importName.name === 'run'),
  );
  const specifiers = [
    ...(runsTests ? ['node:child_process'] : []),
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some((entry) => !entry.isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^['"](.*)['"]$/.exec(text.slice(start, end))?.[1] ?? [],
    ),
  ];
  return [...new Set(specifiers)].map((specifier) => resolve(file, specifier));
}

function resolve(from: string, specifier: string): string {
  if (isBuiltin(specifier)) return `node:${specifier.replace(/^node:/, '')}`;
  if (specifier.startsWith('.')) return path.resolve(path.dirname(from), specifier);
  // Our own packages are links to their folders.
  if (!specifier.startsWith('@venue-booking/')) return specifier;
  try {
    const file = fileURLToPath(import.meta.resolve(specifier));
    return existsSync(file) ? file : specifier;
  } catch {
    return specifier;
  }
}
