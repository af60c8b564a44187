import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { Checked } from './checkRows.ts';
import type { Wanted } from './readRows.ts';
import { type Outcome, sendRows } from './sendRows.ts';

type Sendable = Exclude<Checked, { kind: 'problem' }>;
const failure = (status: number, code = '', retryAfter?: number) =>
  Object.assign(new Error(`${status}`), { status, code, retryAfter });
const ready = (index: number, more: Partial<Wanted> = {}): Sendable => ({
  kind: 'ready',
  row: {
    index,
    mark: `import:${index}`,
    name: 'Eva',
    email: '',
    phone: '',
    people: 2,
    note: '',
    paid: 0,
    ...more,
  } as Wanted,
  place: { slot_id: index + 1 },
  isOffGrid: false,
});

/** A server that makes bookings, once per key. */
function server() {
  const bookings = new Map<
    string,
    { id: number; note: string; open_eur?: number; desk_eur?: number; status: string }
  >();
  const calls: string[] = [];
  const waits: number[] = [];
  const outcomes = new Map<number, Outcome>();
  /** Errors of the next calls, in their order; undefined: the call succeeds. */
  const failures: (Error | undefined)[] = [];
  let stopped = false;
  const call = async (method: string, path: string, body: unknown, key?: string) => {
    calls.push(`${method} ${path}`);
    const failed = failures.shift();
    if (failed) throw failed;
    if (path !== '/bookings') return { body };
    const made = bookings.get(key ?? '') ?? {
      id: bookings.size + 1,
      note: '',
      open_eur: 30,
      status: 'confirmed',
    };
    bookings.set(key ?? '', made);
    return made;
  };
  const run = (rows: Sendable[], onReport = () => {}) =>
    sendRows(rows, {
      call: call as never,
      sleep: async (seconds) => void waits.push(seconds),
      isStopped: () => stopped,
      report: (index, outcome) => {
        outcomes.set(index, outcome);
        onReport();
      },
      ...{ notify: false, locale: 'nl', phoneKey: undefined, paidTooMuch: (open) => `only ${open}` },
    });
  const stop = () => {
    stopped = true;
  };
  const goOn = () => {
    stopped = false;
  };
  return { bookings, calls, waits, outcomes, failures, run, stop, goOn };
}

describe('an import', () => {
  it('waits as long as a busy server says, and repeats the request', async () => {
    const { failures, waits, outcomes, bookings, run } = server();
    failures.push(failure(429, 'too_many_requests', 7), failure(503), undefined, failure(503, '', 600));
    await run([ready(0), ready(1), ready(2), ready(3)]);
    assert.deepEqual(
      waits.sort((a, b) => a - b),
      [1, 7, 60],
    );
    assert.deepEqual(
      [...outcomes.values()].map(({ kind }) => kind),
      Array(4).fill('imported'),
    );
    assert.equal(bookings.size, 4);
  });

  it('reports a rejected row with its reason and goes on', async () => {
    const { failures, outcomes, run } = server();
    failures.push(failure(422, 'slot_full'));
    await run([ready(0), ready(1)]);
    assert.deepEqual(outcomes.get(0), { kind: 'failed', reason: '422' });
    assert.equal(outcomes.get(1)?.kind, 'imported');
  });

  it('ends when no row can be imported, and leaves the others for later', async () => {
    const { failures, outcomes, run } = server();
    failures.push(failure(401, 'unauthorized'));
    const rows = Array.from({ length: 20 }, (_, index) => ready(index));
    await assert.rejects(run(rows), { status: 401 });
    assert.ok(outcomes.size < 3);
    await run(rows.filter(({ row }) => !outcomes.has(row.index)));
    assert.equal(outcomes.size, 20);
  });

  it('stops between two rows, and continues with the rest', async () => {
    const { outcomes, bookings, run, stop, goOn } = server();
    const rows = Array.from({ length: 20 }, (_, index) => ready(index));
    await run(rows, () => outcomes.size === 5 && stop());
    assert.ok(outcomes.size >= 5 && outcomes.size < 10);
    goOn();
    await run(rows.filter(({ row }) => !outcomes.has(row.index)));
    assert.deepEqual([outcomes.size, bookings.size], [20, 20]);
  });

  it('adds the note and the payment once, and says what exceeds the price', async () => {
    const { calls, outcomes, run } = server();
    const row = ready(0, { note: 'Cake', phone: '06', paid: 40, number: 'A1' });
    await run([row]);
    assert.deepEqual(calls, ['POST /bookings', 'PUT /bookings/1/note', 'POST /bookings/1/payments']);
    assert.deepEqual(outcomes.get(0), { kind: 'imported', reason: 'only 30' });
    calls.length = 0;
    const booking = { id: 1, note: 'Cake', desk_eur: 30, status: 'confirmed' } as never;
    await run([{ kind: 'there', row: row.row, booking }]);
    assert.deepEqual([calls, outcomes.get(0)], [[], { kind: 'there' }]);
  });

  it('counts a row with other facts and the same number as imported', async () => {
    const { failures, outcomes, run } = server();
    failures.push(failure(422, 'idempotency_mismatch'));
    await run([ready(0)]);
    assert.deepEqual(outcomes.get(0), { kind: 'there' });
  });
});
