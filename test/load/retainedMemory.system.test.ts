import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../services/kit/testing/testDatabase.ts';

/** Bytes for each statement and each mail. Objects are counted, not time. */
type Kept = { statement: number; statementByPg: number; mail: number; mailByNodemailer: number };

describe('memory that only a full garbage collection frees', () => {
  let tables: TestDatabase;
  let kept: Kept;
  beforeAll(async () => {
    tables = await openTestDatabase([]);
    // A process of its own, as the test runner's watch on what is asynchronous keeps objects too.
    const program = fileURLToPath(new URL('./retainedMemory.ts', import.meta.url));
    // No full collection begins by itself, however slow the machine is.
    const flags = ['--expose-gc', '--initial-old-space-size=256', '--no-memory-reducer'];
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, tables.url]);
    kept = JSON.parse(stdout);
  });
  afterAll(() => tables.close());

  it('is little for a statement, where pg would keep it for its deadline', () => {
    assert.ok(kept.statement < kept.statementByPg / 3, JSON.stringify(kept));
  });

  it('is little for a mail, where nodemailer would keep it for its streams', () => {
    assert.ok(kept.mail < kept.mailByNodemailer / 2, JSON.stringify(kept));
  });
});
