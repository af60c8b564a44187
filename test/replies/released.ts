// What the services and the gateway answered at the last release. `npm run proto:release` writes
// released.ndjson, which has one line per call.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Released } from './replies.ts';

type Line = { procedure: string; replies: unknown[] } | { operation: string; answers: unknown[] };
type Tree = { [name: string]: Tree | unknown[] };

const file = path.join(import.meta.dirname, 'released.ndjson');

export const released: Released = parse(readFileSync(file, 'utf8'));

/**
 * Replaces the recorded replies.
 * @param replies by service and procedure, such as `booking.desk.move`
 * @param answers of the gateway, by `operationId`
 */
export function writeReleased(replies: Record<string, unknown[]>, answers: Record<string, unknown[]>): void {
  const lines: Line[] = [
    ...byName(replies).map(([procedure, each]) => ({ procedure, replies: each })),
    ...byName(answers).map(([operation, each]) => ({ operation, answers: each })),
  ];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const byName = (record: Record<string, unknown[]>) =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));

function parse(text: string): Released {
  const replies: Tree = {};
  const answers: Released['answers'] = {};
  for (const json of text.trimEnd().split('\n')) {
    const line: Line = JSON.parse(json);
    if ('operation' in line) answers[line.operation] = line.answers;
    else put(replies, line.procedure.split('.'), line.replies);
  }
  // The type check compares the file with this type (tools/typedReplies.ts).
  return { replies: replies as Released['replies'], answers };
}

function put(tree: Tree, [name = '', ...rest]: string[], replies: unknown[]): void {
  if (rest.length === 0) {
    tree[name] = replies;
    return;
  }
  tree[name] ??= {};
  put(tree[name] as Tree, rest, replies);
}
