import { PDF, XLSX } from '@venue-booking/proto/admin/adminCall';
import { type Call, type Client, createClient } from './apiClient.ts';
import { withBookingId } from './bookingByReference.ts';
import { confirm } from './confirm.ts';
import { type ConnectionOptions, connectionOf } from './connection.ts';
import { CliError } from './exitCodes.ts';
import { inFlags } from './flags.ts';
import type { Io } from './io.ts';
import { isObject, type JsonObject } from './jsonObject.ts';
import { listAll } from './listAll.ts';
import type { Operation } from './operation.ts';
import { readData, requestOf, withSecrets } from './request.ts';
import { printable, printableJson, show } from './show.ts';
import { writeFile } from './writeFile.ts';

export type Options = ConnectionOptions & {
  json?: boolean;
  data?: string;
  limit?: number;
  all?: boolean;
  output?: string;
  yes?: boolean;
  idempotencyKey?: string;
};

/** A parsed command. `values`: values of its flags by the API's names. */
export type Typed = { args: readonly string[]; values: JsonObject; options: Options };

/** Runs an operation and prints the response. @param where `root`: folder of the clone @throws CliError */
export async function runOperation(
  operation: Operation,
  typed: Typed,
  { root, io }: { root: string; io: Io },
): Promise<void> {
  const { options } = typed;
  const print = (text: string, value: unknown) => {
    const shown = options.json ? printableJson(text) : show(value, operation.columns);
    if (shown !== '') io.stdout.write(`${shown}\n`);
    // On stderr, because programs read standard output.
    if (!options.json && Array.isArray(value) && value.length === 0) io.stderr.write('No results.\n');
  };
  const { flags, file } = operation;
  const data = options.data === undefined ? undefined : await readData(options.data, io.stdin);
  const values = await withSecrets(typed.values, flags, io.stdin);
  const { idempotencyKey } = options;
  const request = {
    ...requestOf(operation, { args: typed.args, values, data }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  const client = createClient(connectionOf(options, io.env, root));
  const call = await withBookingId(request, client);
  const question = options.yes ? undefined : await questionOf(operation, call, client);
  if (question) await confirm(`${operation.does}: ${typed.args.map(printable).join(', ')}. ${question}`, io);
  if (file) {
    const output = String(options.output ?? '');
    const accept = output.endsWith('.xlsx') ? XLSX : operation.pdf && output.endsWith('.pdf') ? PDF : file;
    return download((signal) => client.stream(call, accept, signal), options.output, io);
  }

  if (operation.pages) {
    const most = options.limit ?? (options.all ? Number.POSITIVE_INFINITY : operation.pages.most);
    const { rows, more } = await listAll(client, call, { ...operation.pages, most });
    print(JSON.stringify(rows), rows);
    if (more && options.limit === undefined)
      io.stderr.write(`Showing the first ${most}. Use --all or --limit for more.\n`);
    return;
  }
  const { text, value } = await client.call(call).catch((error: unknown) => {
    throw error instanceof CliError ? new CliError(error.exitCode, inFlags(error.message, flags)) : error;
  });
  print(text, value);
  if (operation.note) io.stderr.write(`${operation.note}\n`);
}

/** The confirmation to ask for. May read the booking, because it can depend on a payment. */
async function questionOf(
  { confirm, confirmPaid }: Operation,
  { path, body }: Call,
  client: Client,
): Promise<string | undefined> {
  if (!confirmPaid || (isObject(body) && body.refund === false)) return confirm;
  const { value } = await client.call({ method: 'GET', path: path.slice(0, path.lastIndexOf('/')) });
  return isObject(value) && value.payment_status === 'paid' ? confirmPaid : undefined;
}

/** Writes a stream to a file, or to standard output. Ctrl+C ends it. */
export async function download(
  open: (signal: AbortSignal) => ReturnType<Client['stream']>,
  output: string | undefined,
  { stdout }: Io,
): Promise<void> {
  const stop = new AbortController();
  const interrupted = () => stop.abort();
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const content = await open(stop.signal);
    if (output !== undefined) return await writeFile(output, content);
    for await (const piece of content)
      if (!stdout.write(piece)) await new Promise((resolve) => stdout.once('drain', resolve));
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}
