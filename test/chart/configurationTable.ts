// The configuration table of the chart's README, generated from schema and values. As a program, this file
// updates the README.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chartFolder } from './render.ts';
import { importTool } from './tools.ts';

type Schema = { $ref?: string; type?: string; description?: string; properties?: Record<string, Schema> };

const readme = path.join(chartFolder, 'README.md');
const [BEGIN, END] = ['<!-- configuration -->\n', '\n<!-- /configuration -->'];
/** Longer defaults are replaced by a reference to values.yaml. */
const LONGEST = 60;

/** The table as it should be: a row for every value, with `services.<name>` for all services. */
export async function configurationTable(): Promise<string> {
  const { parse } = await importTool<{ parse(text: string): unknown }>('yaml/dist/index.js');
  const schema = JSON.parse(readFileSync(path.join(chartFolder, 'values.schema.json'), 'utf8'));
  const values = parse(readFileSync(path.join(chartFolder, 'values.yaml'), 'utf8'));
  const { global: _, ...properties } = schema.properties;
  return [
    '| value | default | what it is |',
    '| --- | --- | --- |',
    ...rowsOf('', { properties }, values),
  ].join('\n');

  /** One row for a value of all services. The widget is left out, because it has other defaults. */
  function rowsOfAll(given: Schema, { widget: _, ...services }: Record<string, unknown>): string[] {
    const [first = [], ...others] = Object.values(services).map((one) =>
      rowsOf('services.<name>', given, one),
    );
    return first.map((row, at) => {
      if (others.every((rows) => rows[at] === row)) return row;
      const [name, , ...rest] = row.split(' | ');
      return [name, 'see `values.yaml`', ...rest].join(' | ');
    });
  }

  function rowsOf(name: string, given: Schema, value: unknown): string[] {
    const found: Schema = given.$ref ? schema.$defs[given.$ref.replace('#/$defs/', '')] : given;
    const description = given.description ?? found.description;
    if (!found.properties || description) {
      if (!description) throw new Error(`${name} has no description in the schema`);
      return [`| \`${name}\` | ${shown(value)} | ${description.replaceAll('|', '\\|')} |`];
    }
    const entries = Object.entries(found.properties);
    if (name === 'services') return rowsOfAll(entries[0]?.[1] ?? {}, value as Record<string, unknown>);
    return entries.flatMap(([key, inside]) =>
      rowsOf(name ? `${name}.${key}` : key, inside, (value as Record<string, unknown> | undefined)?.[key]),
    );
  }
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? 'see `values.yaml`' : `\`${text}\``;
}

/** The table in the README, with the text before and after it. */
function readmeParts(): [before: string, table: string, after: string] {
  const text = readFileSync(readme, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  return [text.slice(0, begin), text.slice(begin, end), text.slice(end)];
}

export const tableInReadme = () => readmeParts()[1];

if (import.meta.main) {
  const [before, , after] = readmeParts();
  writeFileSync(readme, before + (await configurationTable()) + after);
}
