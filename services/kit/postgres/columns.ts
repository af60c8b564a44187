/** The column of a field: its name in snake case. */
export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The select list that returns rows with these fields, as Prisma's models do.
 * @param from the table's name followed by a dot, for statements with several tables
 */
export const columnsOf = (fields: Record<string, string>, from = ''): string =>
  Object.values(fields)
    .map((field) => `${from}${columnOf(field)} AS "${field}"`)
    .join(', ');

/** Converts an object to a row: each field under its column's name. */
export const toRow = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [columnOf(field), value]));

type Field<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Field<Rest>>}`
  : Name;

const fieldOf = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Converts settings of the API to fields of a row: `day_start` to `dayStart`. Omits undefined ones. */
export const toFields = <Name extends string, Settings extends { [N in Name]?: unknown }>(
  names: readonly Name[],
  settings: Settings,
) =>
  Object.fromEntries(
    names.filter((name) => settings[name] !== undefined).map((name) => [fieldOf(name), settings[name]]),
  ) as { [N in keyof Settings & Name as Field<N>]: Exclude<Settings[N], undefined> };

/** Reads the settings with these names from a row. */
export const fromFields = <Name extends string, Row extends { [N in Name as Field<N>]: unknown }>(
  names: readonly Name[],
  row: Row,
) =>
  Object.fromEntries(names.map((name) => [name, row[fieldOf(name) as keyof Row]])) as {
    [N in Name]: Row[Field<N> & keyof Row];
  };
