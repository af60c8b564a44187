/**
 * A process that dies at one of its statements: before the statement, or after it without learning the
 * result.
 */
export type Bomb = { left: number; isAfter: boolean; hit: boolean };

export class Crash extends Error {}

const STATEMENTS = new Set(['$queryRaw', '$executeRaw', '$queryRawUnsafe', '$executeRawUnsafe']);

async function run(bomb: Bomb, statement: () => unknown): Promise<unknown> {
  const isHit = --bomb.left === 0;
  if (!isHit) return statement();
  bomb.hit = true;
  if (bomb.isAfter) await statement();
  throw new Crash('crashed');
}

/** A database or transaction whose statement number `bomb.left` crashes its caller. */
export function crashing<D extends object>(database: D, bomb: Bomb): D {
  const wrap = (target: object, value: unknown) =>
    typeof value === 'function'
      ? (...args: unknown[]) => run(bomb, () => Reflect.apply(value, target, args))
      : value;
  return new Proxy(database, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (key === 'raw') return crashing(value as object, bomb);
      if (key === '$transaction')
        return (work: (tx: object) => Promise<unknown>) =>
          Reflect.apply(value as () => unknown, target, [(tx: object) => work(crashing(tx, bomb))]);
      if (STATEMENTS.has(String(key))) return wrap(target, value);
      if (isModel(value)) return new Proxy(value, { get: (of, name) => wrap(of, Reflect.get(of, name)) });
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const isModel = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'findFirst' in value;
