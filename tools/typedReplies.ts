// The recorded replies as TypeScript, so that the type check compares them with the types of today's replies.
// A JSON import would not do: it has `string` where a reply has one of a few literals.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { released } from '../test/replies/released.ts';

const file = path.resolve(import.meta.dirname, '../test/replies/gen/released.ts');

/** Writes test/replies/gen/released.ts, with one value per line, so that an error has a precise place. */
export function writeTypedReplies(): void {
  const text = `// Made by \`npm run check\` from ../released.ndjson. An error here is a reply that the last release does not
// send, or that it could not read.
import type { Released } from '../replies.ts';

export const released: Released = ${JSON.stringify(released, null, 1)};
`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
