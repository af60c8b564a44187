import { columnOf } from '../postgres/columns.ts';
import type { Sql } from '../postgres/sql.ts';

/**
 * Which fields of a fact are copied. A field's column is its name in snake case; undefined fields become
 * NULL.
 */
type Copy<Fact> = {
  /** Columns of the primary key, with the fields that they hold. */
  key: Record<string, keyof Fact & string>;
  fields: readonly (keyof Fact & string)[];
};

/**
 * Makes a handler that keeps a copy of another service's facts. Each fact carries its whole state and a
 * revision that only grows. The copy is therefore right whatever the order of deliveries, duplicates
 * included.
 */
export const keepLatestRevision =
  <Fact extends { revision: bigint }>(table: string, { key, fields }: Copy<Fact>) =>
  async (tx: Sql, fact: Fact): Promise<void> => {
    const storedFields = [...fields, 'revision' as const];
    const row = Object.fromEntries([
      ...Object.entries(key).map(([column, field]) => [column, fact[field]]),
      ...storedFields.map((field) => [columnOf(field), fact[field]]),
    ]);
    const columns = [...Object.keys(key), ...storedFields.map(columnOf)].join(', ');
    await tx.$executeRawUnsafe(
      `INSERT INTO ${table} AS stored (${columns})
       SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1::jsonb)
       ON CONFLICT (${Object.keys(key).join(', ')}) DO UPDATE
       SET (${storedFields.map(columnOf).join(', ')}) = ROW (${storedFields.map((field) => `excluded.${columnOf(field)}`).join(', ')})
       WHERE stored.revision < excluded.revision`,
      JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    );
  };
