import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../services/kit/testing/testDatabase.ts';

/**
 * Bytes per statement and per mail, with our code and with the library's own. Independent of machine speed.
 */
type Kept = { statement: number; statementByPg: number; mail: number; mailByNodemailer: number };

describe('memory that only a full garbage collection frees', () => {
  let tables: TestDatabase;
  let kept: Kept;
  beforeAll(async () => {
    tables = await openTestDatabase([]);
    // A separate process, because the async tracking of the test runner keeps objects too.
    const program = fileURLToPath(new URL('./retainedMemory.ts', import.meta.url));
    // No full collection starts by itself, however slow the machine is.
    const flags = ['--expose-gc', '--initial-old-space-size=256', '--no-memory-reducer'];
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, tables.url]);
    kept = JSON.parse(stdout);
  });
  afterAll(() => tables.close());

  it('is per statement less than a third of what the query timeout of pg keeps', () => {
    assert.ok(kept.statement < kept.statementByPg / 3, JSON.stringify(kept));
  });

  it('is per mail less than half of what the streams of nodemailer keep', () => {
    assert.ok(kept.mail < kept.mailByNodemailer / 2, JSON.stringify(kept));
  });
});
