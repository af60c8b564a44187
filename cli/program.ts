import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { commands } from './commands.ts';
import { exitCodesHelp } from './exitCodes.ts';
import { type Flag, readFlag, takesDates, takesList } from './flags.ts';
import type { Io } from './io.ts';
import type { JsonObject } from './jsonObject.ts';
import type { Noun, Operation } from './operation.ts';
import type { Typed } from './runOperation.ts';
import { DATES, dateOf } from './typedValue.ts';

/** How to call the CLI in a clone, as shown in help texts. */
const CLI_CALL = 'npm run cli --';

type Run = (operation: Operation, typed: Typed) => Promise<void>;

const SETTINGS = 'Settings:';
const FILTERS = 'Filters:';
const COMMON_FLAGS = 'Connection and output:';

const description = `The command line of Venue Booking, for operators and venue owners.

By default it calls the \`npm start\` that runs in this folder, with its token. Set VENUE_BOOKING_API and \
VENUE_BOOKING_TOKEN rather than --api and --token: other users of the machine can see command lines.

Help for a command: ${CLI_CALL} <command> --help, for example ${CLI_CALL} venue create --help`;

const examples = `Examples:
  ${CLI_CALL} venue create --slug my-venue --name "My venue" --live
  ${CLI_CALL} facility list my-venue
  ${CLI_CALL} booking list my-venue --from today --status confirmed --json
  ${CLI_CALL} booking export my-venue --from 2026-12-01 --output december.csv`;

/**
 * Builds the commands: of the nouns among `words` with their operations, of the others only their summary.
 * @param run runs the operation of the parsed command
 */
export function createProgram(
  words: readonly string[],
  run: Run,
  { version, stdout, stderr }: Pick<Io, 'stdout' | 'stderr'> & { version: string },
): Command {
  const program = new Command(CLI_CALL)
    .description(description)
    .version(version, '-V, --version', 'Show the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand(false)
    .exitOverride()
    // `runCli` prints all errors.
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: () => {},
    })
    .configureHelp({ subcommandTerm: (command) => command.name() })
    // A value that looks like a global flag stays a value.
    .enablePositionalOptions()
    .addHelpText('after', `\n${exitCodesHelp}\n\n${examples}`);
  addCommonFlags(program);
  for (const noun of commands) {
    const group = addNoun(program, noun);
    if (words.includes(noun.noun) || words.includes(noun.plural))
      for (const operation of noun.operations) addOperation(group, operation, run);
  }
  program
    .command('help')
    .argument('[command...]', 'For example `venue create`')
    .summary('Show help for a command')
    .description('Show help for a command')
    .action((words: string[]) => {
      const command = commandAt(program, words);
      const unknown = words[depthOf(command)];
      if (unknown !== undefined) command.error(`unknown command '${unknown}'`);
      command.help();
    });
  return program;
}

/** The most specific command that the words lead to. */
export function commandAt(program: Command, [word, ...further]: readonly string[]): Command {
  const next = program.commands.find((one) => word && [one.name(), ...one.aliases()].includes(word));
  return next ? commandAt(next, further) : program;
}

/** Number of words in a command's name. */
const depthOf = ({ parent }: Command): number => (parent ? 1 + depthOf(parent) : 0);

/** The full command as the user types it. */
export const typedAs = (command: Command): string =>
  command.parent ? `${typedAs(command.parent)} ${command.name()}` : command.name();

function addNoun(program: Command, { noun, plural, about, verbs }: Noun): Command {
  const group = program
    .command(noun)
    .summary(`${about}: ${verbs.join(', ')}`)
    .description(about)
    .usage('<command>')
    .configureHelp({ subcommandTerm: usageOf, showGlobalOptions: false })
    .helpCommand(false)
    .enablePositionalOptions();
  // Some nouns are their own plural.
  if (plural !== noun) group.alias(plural);
  return group;
}

const usageOf = (command: Command): string =>
  [command.name(), ...command.registeredArguments.map((argument) => `<${argument.name()}>`)].join(' ');

function addOperation(group: Command, operation: Operation, run: Run): void {
  const { verb, does, more, args, flags } = operation;
  const command = group
    .command(verb)
    .summary(does)
    .description(more ? `${does}\n\n${more}` : does);
  for (const { name, about } of args) command.addArgument(new Argument(`<${name}>`, about));
  const keys = new Map<string, Flag>();
  const heading = operation.method === 'GET' ? FILTERS : SETTINGS;
  for (const flag of flags) keys.set(addFlag(command, flag, heading), flag);
  if (operation.sends === 'body' && flags.length > 0)
    command.addOption(
      new Option(
        '--data <json>',
        'The whole body, which flags override: JSON, @file, or - for standard input',
      ).helpGroup(SETTINGS),
    );
  if (flags.some(takesList))
    command.addHelpText(
      'after',
      "\nLists: separate values by commas, or repeat the flag. '' is an empty list.",
    );
  if (flags.some(takesDates) || args.some(({ isDate }) => isDate)) command.addHelpText('after', `\n${DATES}`);
  addOperationFlags(command, operation);
  addCommonFlags(command);
  const booleans = new Set(flags.filter(({ kind }) => kind === 'boolean').map(({ long }) => long));
  command.configureHelp({
    optionTerm: (option) =>
      booleans.has(option.flags) ? option.flags.replace('--', '--[no-]') : option.flags,
  });
  command.action(async () => {
    const options = { ...command.parent?.parent?.opts(), ...command.opts() };
    const values: JsonObject = {};
    for (const [name, { key, word }] of keys) {
      const given: boolean | FlagValue | undefined = options[name];
      if (given !== undefined) values[key] = typeof given === 'boolean' ? (word ?? given) : given.value;
    }
    const args = operation.args.map(({ isDate }, index) => {
      const typed = command.args[index] ?? '';
      return isDate ? dateOf(typed) : typed;
    });
    await run(operation, { args, values, options });
  });
}

/** A wrapped value, because commander turns an empty text into null. */
type FlagValue = { value: unknown };

/** Adds a flag. Returns the name of its value in commander: a boolean or a {@link FlagValue}. */
function addFlag(command: Command, flag: Flag, heading: string): string {
  if (flag.kind === 'boolean') {
    const off = new Option(flag.long.replace('--', '--no-')).hideHelp();
    const on = new Option(flag.long, flag.description).helpGroup(heading);
    command.addOption(on).addOption(off);
    return on.attributeName();
  }
  if (flag.kind === 'word') {
    const word = new Option(flag.long, flag.description).helpGroup(heading);
    command.addOption(word);
    return word.attributeName();
  }
  const option = new Option(`${flag.long} <${flag.value}>`, flag.description)
    .argParser((typed: string, before?: FlagValue) => ({ value: readFlag(flag, typed, before?.value) }))
    .helpGroup(heading);
  command.addOption(option);
  return option.attributeName();
}

/** Flags for pagination, files, idempotency and confirmation. */
function addOperationFlags(
  command: Command,
  { pages, file, idempotent, confirm, confirmPaid }: Operation,
): void {
  if (pages) {
    const normally = Number.isFinite(pages.most) ? ` (default: ${pages.most})` : '';
    command.addOption(new Option('--limit <n>', `Maximum number of rows${normally}`).argParser(countOf));
    if (normally) command.addOption(new Option('--all', 'Show all').conflicts('limit'));
  }
  if (file) command.option('--output <file>', 'Write to this file instead of standard output');
  if (idempotent)
    command.option(
      '--idempotency-key <text>',
      'A unique text: repeating the command with it has no further effect',
    );
  if (confirm || confirmPaid) command.option('--yes', 'Do not ask for confirmation');
}

/** Adds the flags of the connection and the output. */
export function addCommonFlags(command: Command): void {
  const options = [
    new Option('--api <url>', 'URL of the API; or set VENUE_BOOKING_API'),
    new Option('--token <token>', 'Token; preferably set VENUE_BOOKING_TOKEN or OPERATOR_TOKEN'),
    new Option('--insecure', 'Send the token over http to another machine'),
    new Option('--json', 'Print the JSON of the API; errors as {"error": …}'),
  ];
  for (const option of options) command.addOption(option.helpGroup(COMMON_FLAGS));
}

function countOf(typed: string): number {
  if (!/^[1-9]\d{0,8}$/.test(typed)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(typed);
}
