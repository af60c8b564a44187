/** The column that holds a field: its name in snake case. */
export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * What a statement selects for rows with these fields, as a model of Prisma's has them.
 * @param from the table's name in the statement, with a dot behind it, where there are several
 */
export const columnsOf = (fields: Record<string, string>, from = ''): string =>
  Object.values(fields)
    .map((field) => `${from}${columnOf(field)} AS "${field}"`)
    .join(', ');

/** A row with these fields, each under the column that holds it. */
export const toRow = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [columnOf(field), value]));
