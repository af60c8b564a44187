import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { Stack } from '../../stack/stack.ts';
import { page } from '../fixtures/tickets.ts';

/**
 * The night before the last Sunday of a month of next year, when clocks change in the default time zone of
 * venues.
 */
function changingNight(month: number): string {
  const lastDay = new Date(Date.UTC(new Date().getUTCFullYear() + 1, month, 0));
  return new Date(lastDay.getTime() - (lastDay.getUTCDay() + 1) * 24 * 3600_000).toISOString().slice(0, 10);
}

/** A venue with one slot per night, from evening to morning. */
export function clockChanges(stack: () => Stack): void {
  describe('nights when clocks change', () => {
    for (const [season, date, hours] of [
      ['spring', changingNight(3), 11],
      ['autumn', changingNight(10), 13],
    ] as const)
      it(`a venue sells the night’s slot once in ${season}, with the usual local times`, async () => {
        const { api } = stack();
        const slug = await api.newVenue({ day_start: '12:00' });
        const facility = await api.newFacility(slug, {
          mode: 'FULL',
          duration_minutes: 720,
          opens_at: '20:00',
          closes_at: '08:00',
          price_eur: 10,
        });
        const morning = new Date(Date.parse(date) + 24 * 3600_000).toISOString().slice(0, 10);
        const times = { starts_at: `${date}T20:00`, ends_at: `${morning}T08:00` };
        const slots = async () =>
          (await api.get(slug, `/facilities/${facility}/slots?date=${date}`)).body.slots;
        const [slot, ...others] = await slots();
        assert.deepEqual([others, slot.bookable], [[], true]);
        assert.deepEqual({ starts_at: slot.starts_at, ends_at: slot.ends_at }, times);

        const made = await api.book(slug, { slot_id: slot.id, people: 3 });
        assert.equal(made.status, 201, made.text);
        const { starts_at, ends_at, amount_eur } = made.body.booking;
        assert.deepEqual({ starts_at, ends_at, amount_eur }, { ...times, amount_eur: 30 });
        assert.equal((await api.book(slug, { slot_id: slot.id, people: 1 })).status, 422);
        assert.deepEqual(
          (await slots()).map(({ free, bookable }: { free: number; bookable: boolean }) => [free, bookable]),
          [[0, false]],
        );

        const ticket = `${api.url}${new URL(made.body.ticket_url).pathname}`;
        assert.match((await page(ticket)).text, /20:00\s*–\s*08:00/);
        const calendar = (await page(`${ticket}/booking.ics`)).text;
        const local = (time: string) => `${time.replace(/[-:]/g, '')}00`;
        assert.match(calendar, new RegExp(`DTEND;TZID=Europe/Amsterdam:${local(ends_at)}`));
        const { rows } = await stack().database.query(
          'SELECT extract(epoch FROM ends_at - starts_at) / 3600 AS hours FROM booking.booking WHERE id = $1',
          [made.body.booking.id],
        );
        assert.equal(Number(rows[0].hours), hours);
      });
  });
}
