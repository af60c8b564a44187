import { setTimeout as sleep } from 'node:timers/promises';
import { ImportState, isSettingsKind } from '@venue-booking/proto/transfer/archive';
import { type Call, type Client, createClient } from '../apiClient.ts';
import { type ConnectionOptions, connectionOf } from '../connection.ts';
import { CliError, exitCodes } from '../exitCodes.ts';
import type { Io } from '../io.ts';
import { printable } from '../show.ts';
import { readEntries } from './readEntries.ts';
import { type ValidArchive, validateArchive } from './validateArchive.ts';

export type ImportOptions = ConnectionOptions & { yes?: boolean; slug?: string; json?: boolean };

/**
 * Validates an archive completely and shows what it contains; with `yes` it then sends it. An import that was
 * interrupted continues where it stopped.
 * @throws CliError
 */
export async function importVenue(
  file: string,
  options: ImportOptions,
  { root, io }: { root: string; io: Io },
): Promise<void> {
  const say = (text: string) => {
    if (!options.json) io.stdout.write(`${text.split('\n').map(printable).join('\n')}\n`);
  };
  const archive = await validateArchive(file);
  say(contentOf(archive));
  const client = createClient(connectionOf(options, io.env, root));
  const { manifestText: manifest, signature, settings } = archive;
  const start = (dry_run: boolean) =>
    post(client, {
      path: '/imports',
      body: { manifest, signature, settings, dry_run, ...(options.slug && { slug: options.slug }) },
    });
  let state = await start(true);
  if (options.yes) {
    state = await start(false);
    if (state.finished) say('It was imported before.');
    else if (state.next_part > 0) say(`Continues after part ${state.next_part} of ${state.parts}.`);
    state = await sendParts(client, file, state, io);
    state = await post(client, { path: `/imports/${state.id}/finish` });
  }
  if (options.json) io.stdout.write(`${JSON.stringify(state)}\n`);
  else say(options.yes ? outcomeOf(state) : `Nothing was written. Add --yes to import it as ${state.slug}.`);
}

/** Attempts to send a part to a busy installation. */
const ATTEMPTS = 5;
const PAUSE_MS = 2000;

async function post(client: Client, call: Omit<Call, 'method'>, attempts = 1): Promise<ImportState> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { value } = await client.call({ method: 'POST', ...call });
      return ImportState.parse(value);
    } catch (error) {
      const mayPass = error instanceof CliError && error.exitCode === exitCodes.unreachable;
      if (!mayPass || attempt === attempts) throw error;
      await sleep(PAUSE_MS * attempt);
    }
  }
}

async function sendParts(client: Client, file: string, from: ImportState, io: Io): Promise<ImportState> {
  let state = from;
  let part = 0;
  for await (const { kind, bytes } of readEntries(file)) {
    if (kind === null || isSettingsKind(kind)) continue;
    if (part >= state.next_part) {
      const path = `/imports/${state.id}/parts/${part}`;
      state = await post(client, { path, file: new Uint8Array(bytes) }, ATTEMPTS);
      if (part % 10 === 9) io.stderr.write(`${part + 1} of ${state.parts} parts\n`);
    }
    part += 1;
  }
  return state;
}

const rowsOf = (rows: Partial<Record<string, number>>): string =>
  Object.entries(rows)
    .map(([kind, count]) => `  ${kind}: ${count}`)
    .join('\n');

const leftOutOf = (lines: ImportState['left_out']): string =>
  lines.map(({ what, why, count }) => `  ${what}${count ? ` (${count})` : ''}: ${why}`).join('\n');

function contentOf({ manifest, fingerprint, rows }: ValidArchive): string {
  const { name, slug, from, exported_at, left_out } = manifest;
  return [
    `${name} (${slug}), exported from ${from} at ${exported_at}`,
    `Signed by ${fingerprint}`,
    `Read:\n${rowsOf(rows)}`,
    ...(left_out.length > 0 ? [`Left out of the archive:\n${leftOutOf(left_out)}`] : []),
  ].join('\n');
}

function outcomeOf({ slug, written, left_out }: ImportState): string {
  return [
    `Imported as ${slug}. It is not live yet.`,
    `Written, besides the settings:\n${rowsOf(written)}`,
    ...(left_out.length > 0 ? [`Left out here:\n${leftOutOf(left_out)}`] : []),
  ].join('\n');
}
