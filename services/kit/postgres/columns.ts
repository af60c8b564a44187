/** The column that holds a field: its name in snake case. */
export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What a statement selects for rows with these fields, as a model of Prisma's has them. */
export const columnsOf = (fields: Record<string, string>): string =>
  Object.values(fields)
    .map((field) => `${columnOf(field)} AS "${field}"`)
    .join(', ');
