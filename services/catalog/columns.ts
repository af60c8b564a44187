/** The settings of the API in the rows of the database: `day_start` is in `dayStart`. */

type Column<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Column<Rest>>}`
  : Name;

const columnOf = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** What is written of the settings with these names; one that is undefined stays. */
export const toColumns = <Name extends string, Settings extends { [N in Name]?: unknown }>(
  names: readonly Name[],
  settings: Settings,
) =>
  Object.fromEntries(
    names.filter((name) => settings[name] !== undefined).map((name) => [columnOf(name), settings[name]]),
  ) as { [N in keyof Settings & Name as Column<N>]: Exclude<Settings[N], undefined> };

/** What a row says of the settings with these names. */
export const fromColumns = <Name extends string, Row extends { [N in Name as Column<N>]: unknown }>(
  names: readonly Name[],
  row: Row,
) =>
  Object.fromEntries(names.map((name) => [name, row[columnOf(name) as keyof Row]])) as {
    [N in Name]: Row[Column<N> & keyof Row];
  };
