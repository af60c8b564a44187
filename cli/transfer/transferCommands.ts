import type { Command } from 'commander';
import { createClient } from '../apiClient.ts';
import { type ConnectionOptions, connectionOf } from '../connection.ts';
import type { Io } from '../io.ts';
import { addCommonFlags } from '../program.ts';
import { download } from '../runOperation.ts';
import { type ImportOptions, importVenue } from './importVenue.ts';

/**
 * Adds `venue export` and `venue import`: commands whose file is more than the response of one call.
 */
export function addTransferCommands(program: Command, where: { root: string; io: Io }): void {
  const group = program.commands.find((command) => command.name() === 'venue');
  if (!group) throw new Error('no command venue');
  const { root, io } = where;
  const optionsOf = <Options>(command: Command) => ({ ...program.opts(), ...command.opts() }) as Options;

  const exported = group
    .command('export')
    .summary('Write everything of a venue to one signed archive')
    .description(
      'Write everything of a venue to one signed archive\n\nSettings, bookings, payments as history, invoices, images and people. See docs/export.md.',
    )
    .argument('<venue>', 'Slug of the venue, as `venue list` shows it')
    .requiredOption('--out <file>', 'Write to this file, which only you can read');
  addCommonFlags(exported);
  exported.action((slug: string) => {
    const options = optionsOf<ConnectionOptions & { out: string }>(exported);
    const client = createClient(connectionOf(options, io.env, root));
    const call = { method: 'GET', path: `/venues/${encodeURIComponent(slug)}/export` };
    return download((signal) => client.stream(call, '*/*', signal), options.out, io);
  });

  const imported = group
    .command('import')
    .summary('Import a venue from the archive of another installation')
    .description(
      'Import a venue from the archive of another installation\n\nWithout --yes it only validates the archive and shows what it contains. An import that was interrupted continues where it stopped. For the operator.',
    )
    .argument('<file>', 'The archive that `venue export` wrote')
    .option('--yes', 'Import it')
    .option('--slug <slug>', 'Slug of the venue here (default: that of the archive)');
  addCommonFlags(imported);
  imported.action((file: string) => importVenue(file, optionsOf<ImportOptions>(imported), where));
}
