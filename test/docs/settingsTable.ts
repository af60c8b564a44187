// The tables of docs/settings.md, generated from the environment schemas of the services. Run as a script, it
// writes them to the page.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { availabilityEnv } from '@venue-booking/availability/env';
import { bookingEnv } from '@venue-booking/booking/env';
import { catalogEnv } from '@venue-booking/catalog/env';
import { gatewayEnv } from '@venue-booking/gateway/env';
import type { readEnv } from '@venue-booking/kit/settings/env';
import { paymentEnv } from '@venue-booking/payment/env';
import { migrateEnv } from '../../services/deploy/migrate.ts';
import { smokeTestEnv } from '../../services/deploy/smokeTest.ts';
import { oneProcessEnv } from '../../services/one-process/env.ts';
import { root } from './pages.ts';

const page = path.join(root, 'docs/settings.md');

type Schema = Parameters<typeof readEnv>[0];
type Setting = Pick<Schema, 'meta' | 'safeParse'>;

const services: Record<string, Schema> = {
  gateway: gatewayEnv,
  catalog: catalogEnv,
  availability: availabilityEnv,
  booking: bookingEnv,
  payment: paymentEnv,
};
const ONE_PROCESS = 'one process';
const processes = { ...services, [ONE_PROCESS]: oneProcessEnv };
const commands: Record<string, Schema> = { migrate: migrateEnv, 'smoke-test': smokeTestEnv };

/** Metadata of a setting's schema. */
type Told = { description?: string; unit?: string; absent?: string };
const told = (setting: Setting): Told => (setting.meta() ?? {}) as Told;

/** The default of a setting, from its schema. */
function whenAbsent(setting: Setting): string {
  const { absent, unit } = told(setting);
  const parsed = setting.safeParse(undefined);
  if (absent) return absent;
  if (!parsed.success) return '**required**';
  if (parsed.data === undefined) return 'none';
  return `\`${spelled(setting, parsed.data)}\`${unit ? ` ${unit}` : ''}`;
}

/** A default as users write it. A boolean that does not accept `true` and `false` is written as 0 or 1. */
const spelled = (setting: Setting, value: unknown) =>
  typeof value === 'boolean' && !setting.safeParse(String(value)).success ? Number(value) : String(value);

const shapesOf = (schemas: Record<string, Schema>, name: string) =>
  Object.entries(schemas).flatMap(([of, { shape }]) =>
    name in shape ? [{ of, setting: shape[name] as unknown as Setting }] : [],
  );

function row(schemas: Record<string, Schema>, name: string, withServices: boolean): string {
  const found = shapesOf(schemas, name);
  const description = found.map(({ setting }) => told(setting).description).find(Boolean);
  if (!description) throw new Error(`${name} has no description in its schema`);
  const byItself = found.find(({ of }) => of !== ONE_PROCESS);
  const together = found.find(({ of }) => of === ONE_PROCESS);
  const [own, joined] = [byItself, together].map((one) => one && whenAbsent(one.setting));
  const fallback =
    own && joined && own !== joined ? `${own}; in one process ${joined}` : (own ?? joined ?? '');
  const readers = found.map(({ of }) => of).filter((of) => of !== ONE_PROCESS);
  const everybody = readers.length === Object.keys(services).length ? 'all' : readers.join(', ');
  return `| \`${name}\` | ${fallback} | ${withServices ? `${everybody} | ` : ''}${description} |`;
}

function table(schemas: Record<string, Schema>, names: readonly string[], withServices = false): string {
  const columns = ['variable', 'default', ...(withServices ? ['services'] : []), 'meaning'];
  return [
    `| ${columns.join(' | ')} |`,
    `|${' --- |'.repeat(columns.length)}`,
    ...names.map((name) => row(schemas, name, withServices)),
  ].join('\n');
}

/**
 * Every setting once, in the order of the schemas, under the only service that reads it, or under `shared` if
 * several do.
 */
function bySubject(): Map<string, string[]> {
  const names = new Set(Object.values(processes).flatMap(({ shape }) => Object.keys(shape)));
  const subjects = new Map<string, string[]>();
  for (const name of names) {
    const readers = shapesOf(services, name).map(({ of }) => of);
    const subject = readers.length > 1 ? 'shared' : (readers[0] ?? ONE_PROCESS);
    subjects.set(subject, [...(subjects.get(subject) ?? []), name]);
  }
  return subjects;
}

/** The page's tables by the name of their placeholder. */
export function settingsTables(): Map<string, string> {
  const ofServices = [...bySubject()].map(
    ([subject, names]) => [subject, table(processes, names, subject === 'shared')] as const,
  );
  const ofCommands = Object.entries(commands).map(
    ([name, schema]) => [name, table({ [name]: schema }, Object.keys(schema.shape))] as const,
  );
  return new Map([...ofServices, ...ofCommands]);
}

/** The page with updated tables. @throws if the page has no placeholder for a table */
export function renewed(text: string): string {
  for (const [name, content] of settingsTables()) {
    const place = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!place.test(text)) throw new Error(`docs/settings.md has no place for "${name}"`);
    text = text.replace(place, (_, begin, end) => `${begin}${content}\n${end}`);
  }
  return text;
}

if (import.meta.main) writeFileSync(page, renewed(readFileSync(page, 'utf8')));
