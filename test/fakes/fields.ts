/**
 * Reads the fields sent to a fake as strictly as the real API does. `noOthers` rejects fields that were not
 * read.
 */
export class Fields {
  readonly #values: Record<string, unknown>;
  readonly #refuse: (field: string, why: string) => Error;
  readonly #path: string;
  readonly #read = new Set<string>();

  /** @param refuse creates the error to throw */
  constructor(values: unknown, refuse: (field: string, why: string) => Error, path = '') {
    if (typeof values !== 'object' || values === null) throw refuse(path, 'is missing or no object');
    this.#values = values as Record<string, unknown>;
    this.#refuse = refuse;
    this.#path = path;
  }

  has = (name: string): boolean => name in this.#values;

  any(name: string): unknown {
    this.#read.add(name);
    return this.#values[name];
  }

  text(name: string, pattern: RegExp): string {
    const value = this.any(name);
    if (typeof value !== 'string' || !pattern.test(value))
      throw this.#refuse(this.#path + name, 'is invalid');
    return value;
  }

  /** A flat object of strings, empty if the field is missing. */
  texts(name: string): Record<string, string> {
    const value = this.any(name) ?? {};
    return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]));
  }

  inside = (name: string): Fields => new Fields(this.any(name), this.#refuse, `${this.#path}${name}.`);

  optional<Value>(name: string, read: (inside: Fields) => Value): Value | undefined {
    return this.has(name) ? read(this.inside(name)) : undefined;
  }

  noOthers(): void {
    const other = Object.keys(this.#values).find((name) => !this.#read.has(name));
    if (other !== undefined) throw this.#refuse(this.#path + other, 'is not a parameter');
  }
}
