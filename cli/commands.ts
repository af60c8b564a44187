import { adminGroups } from '@venue-booking/proto/admin/adminApi';
import { type AdminCall, inputOf, pathOf, takesBody } from '@venue-booking/proto/admin/adminCall';
import { z } from 'zod';
import { flagsOf } from './flags.ts';
import type { Noun, Operation, Pages } from './operation.ts';

/** All commands, generated from the table of admin calls. */
export const commands: readonly Noun[] = adminGroups
  .filter(([, { browserOnly }]) => !browserOnly)
  .map(([noun, { plural, about, calls }]) => {
    let operations: Operation[] | undefined;
    return {
      noun,
      plural: plural ?? `${noun}s`,
      about,
      verbs: Object.values(calls).flatMap(({ verb, csv }) => (csv ? [verb, csv.verb] : [verb])),
      // Built when used: building those of all nouns takes longer than the rest of a command.
      get operations() {
        operations ??= Object.values(calls).flatMap(operationsOf);
        return operations;
      },
    };
  });

/** One command per call, and a second one for a call that can also return a file. */
function operationsOf(call: AdminCall): Operation[] {
  const { argument, pages, csv, idempotencyKey } = call;
  const input = inputOf(call);
  const byPages = pages ? ['limit', pages === 'link' ? 'cursor' : pages.parameter] : [];
  const operation: Operation = {
    ...call,
    path: pathOf(call),
    args: [...argsOf(call), ...(argument ? [argumentOf(input?.shape ?? {}, argument)] : [])],
    flags: flagsOf(input, [...byPages, ...(argument ? [argument] : [])]),
    sends: input && (takesBody(call) ? 'body' : 'query'),
    idempotent: idempotencyKey !== undefined,
    pages: pagesOf(call),
  };
  return csv ? [operation, { ...operation, ...csv, pages: undefined, file: 'text/csv' }] : [operation];
}

function argumentOf(shape: z.ZodRawShape, key: string): Operation['args'][number] {
  const schema = shape[key] as z.ZodType | undefined;
  return {
    name: key,
    about: schema?.description ?? '',
    isDate: schema !== undefined && z.toJSONSchema(schema, { io: 'input' }).format === 'date',
  };
}

/** The arguments for the parameters of a path. Their help names the command that lists possible values. */
function argsOf({ of }: AdminCall): Operation['args'] {
  return [...of.path.matchAll(/\{(\w+)\}/g)].map(({ 1: key = '', index }, position) => {
    const list = listAt(of.path.slice(0, index).replace(/(\/\{\w+\})?\/$/, ''));
    const { name, about: id, isDate } = argumentOf(of.shape, key);
    const about = of.args[position] === 'booking' ? `${id}, or its booking number` : id;
    return {
      name: of.args[position] ?? name,
      about: list ? `${about}, as \`${list}\` shows it` : about,
      isDate,
    };
  });
}

/** The command that lists objects with their ids at a path. */
function listAt(path: string): string | undefined {
  for (const [noun, { calls }] of adminGroups)
    for (const call of Object.values(calls))
      if (call.columns?.includes('id') && pathOf(call) === path) return `${noun} ${call.verb}`;
  return undefined;
}

function pagesOf({ pages, input, showsAll }: AdminCall): Pages | undefined {
  if (!pages) return undefined;
  const { maximum, default: defaultRows } = z.toJSONSchema(input?.shape.limit as z.ZodType, { io: 'input' });
  return {
    next: pages,
    size: Number(maximum),
    most: showsAll ? Number.POSITIVE_INFINITY : Number(defaultRows),
  };
}
