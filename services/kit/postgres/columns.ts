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

type Field<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Field<Rest>>}`
  : Name;

const fieldOf = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Settings of the API as rows have them: `day_start` is in `dayStart`. Undefined ones are left out. */
export const toFields = <Name extends string, Settings extends { [N in Name]?: unknown }>(
  names: readonly Name[],
  settings: Settings,
) =>
  Object.fromEntries(
    names.filter((name) => settings[name] !== undefined).map((name) => [fieldOf(name), settings[name]]),
  ) as { [N in keyof Settings & Name as Field<N>]: Exclude<Settings[N], undefined> };

/** What a row says of the settings with these names. */
export const fromFields = <Name extends string, Row extends { [N in Name as Field<N>]: unknown }>(
  names: readonly Name[],
  row: Row,
) =>
  Object.fromEntries(names.map((name) => [name, row[fieldOf(name) as keyof Row]])) as {
    [N in Name]: Row[Field<N> & keyof Row];
  };
