import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Call } from './apiClient.ts';
import { usageError } from './exitCodes.ts';
import type { Flag } from './flags.ts';
import { isObject, type JsonObject } from './jsonObject.ts';
import type { Operation } from './operation.ts';

/**
 * Builds the request of an operation.
 * @param args the arguments; the additional one is last
 * @param values values of flags by the API's names; they override `data`
 * @param data the body from `--data`
 * @throws CliError when something required is missing, or an argument would change the path
 */
export function requestOf(
  operation: Operation,
  given: { args: readonly string[]; values: JsonObject; data?: JsonObject | undefined },
): Call {
  const { method, args, argument, flags, sends } = operation;
  const extraArgument = argument ? { [argument]: given.args[args.length - 1] } : {};
  const call: Call = { method, path: pathOf(operation, given.args) };
  const requireFlags = (sent: JsonObject, where: string) => {
    const missing = flags.filter(({ key, required }) => required && sent[key] === undefined);
    if (missing.length > 0)
      throw usageError(`${missing.map(({ long }) => long).join(', ')}: required${where}.`);
  };
  if (sends === 'query') {
    const query = { ...given.values, ...extraArgument };
    requireFlags(query, '');
    call.query = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
  }
  if (sends === 'body') {
    const body: JsonObject = { ...given.data, ...given.values, ...extraArgument };
    requireFlags(body, ', here or in --data');
    if (method === 'PATCH' && Object.keys(body).length === 0)
      throw usageError('Nothing to change: give at least one of the settings.');
    call.body = body;
  }
  return call;
}

function pathOf({ path, args }: Operation, typed: readonly string[]): string {
  let next = 0;
  return path.replace(/\{\w+\}/g, () => {
    const part = typed[next] ?? '';
    const name = args[next]?.name;
    next += 1;
    // `encodeURIComponent` keeps dots, and `..` would address another path.
    if (/^\.{0,2}$/.test(part)) throw usageError(`<${name}> must not be "${part}".`);
    return encodeURIComponent(part);
  });
}

/** Reads `--data`: JSON, `@file`, or `-` for standard input. @throws CliError unless it is a JSON object */
export async function readData(typed: string, stdin: NodeJS.ReadableStream): Promise<JsonObject> {
  const inline = typed !== '-' && !typed.startsWith('@');
  const json = inline ? typed : await textOf(typed.replace('@', ''), { stdin, flag: '--data' });
  return objectIn(json, '--data must be a JSON object, @file, or - for standard input.');
}

/**
 * Replaces the file names of secret flags by the files' contents. @throws CliError unless they are JSON
 * objects
 */
export async function withSecrets(
  values: JsonObject,
  flags: readonly Flag[],
  stdin: NodeJS.ReadableStream,
): Promise<JsonObject> {
  const read = { ...values };
  for (const { key, kind, long } of flags) {
    if (kind !== 'secret' || values[key] === undefined) continue;
    const json = await textOf(String(values[key]), { stdin, flag: long });
    read[key] = objectIn(json, `${long} must name a file with a JSON object, or - for standard input.`);
  }
  return read;
}

/** Parses a JSON object. The error does not contain the text, which may be secret. */
function objectIn(json: string, otherwise: string): JsonObject {
  try {
    const data: unknown = JSON.parse(json);
    if (isObject(data)) return data;
  } catch {}
  throw usageError(otherwise);
}

async function textOf(
  file: string,
  { stdin, flag }: { stdin: NodeJS.ReadableStream; flag: string },
): Promise<string> {
  if (file === '-')
    return text(stdin as AsyncIterable<Buffer> as NodeJS.ReadableStream & AsyncIterable<Buffer>);
  try {
    return (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  } catch (error) {
    throw usageError(`${flag}: ${file} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
