import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { assertNoErrorsLogged } from '../stack/ledger.ts';
import { startAsServices } from '../stack/stack.ts';

const AWAY_MS = 60_000;
const BOOKINGS = 120;

it('an SMTP outage of a minute loses and duplicates no mail and delays no booking', async (t) => {
  const stack = await startAsServices({ replicas: { booking: 2 } });
  try {
    const { api, mail } = stack;
    const slug = await api.newVenue();
    const facility = await api.newFacility(slug, { capacity: 1000 });
    const { body } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(8)}`);
    const book = async (email: string) => {
      const begun = performance.now();
      const answer = await api.book(slug, { slot_id: body.slots[0].id, customer_email: email });
      assert.equal(answer.status, 201, answer.text);
      return performance.now() - begun;
    };

    await book('before@example.com');
    await eventually('the first mail arrives', () => mail.messages.length === 1);
    await mail.stop();
    const stoppedAt = Date.now();
    const waits: number[] = [];
    for (let guest = 0; guest < BOOKINGS; guest++) waits.push(await book(`guest${guest}@example.com`));
    t.annotate(`median time of a booking: ${Math.round(waits.sort((a, b) => a - b)[BOOKINGS / 2] ?? 0)} ms`);

    // A replica that crashes during the outage loses no mail.
    const [replica] = stack.of('booking');
    await replica?.kill9();
    replica?.start();
    await sleep(stoppedAt + AWAY_MS - Date.now());
    assert.equal(mail.messages.length, 1);
    await mail.start();
    const after = await eventually('all mail has arrived', () => mail.messages.length > BOOKINGS);
    t.annotate(`${BOOKINGS} mails arrived within ${after} ms of the server’s return`);
    await sleep(2000);
    for (let guest = 0; guest < BOOKINGS; guest++)
      assert.equal(mail.to(`guest${guest}@example.com`).length, 1, `guest ${guest}`);
    const { rows } = await stack.database.query(
      'SELECT status, count(*)::int AS n FROM booking.mail GROUP BY 1',
    );
    assert.deepEqual(rows, [{ status: 'sent', n: BOOKINGS + 1 }]);
    assertNoErrorsLogged(stack);
    for (const { output } of stack.processes) assert.doesNotMatch(output(), /@example\.com/);
  } finally {
    await stack.stop();
  }
});
