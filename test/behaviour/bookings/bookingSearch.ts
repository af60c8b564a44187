import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { read as readWorkbook, utils } from '@e965/xlsx';
import readExcelFile from 'read-excel-file/node';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Searching bookings, and the internal notes on them. */
export function bookingSearch(stack: () => Stack): void {
  describe('finding and annotating bookings', () => {
    const day = daysAhead(11);
    let slug: string;
    let slots: { id: number }[];
    beforeAll(async () => {
      slug = await stack().api.newVenue();
      const facility = await stack().api.newFacility(slug, { price_eur: 12.5 });
      slots = (await stack().api.get(slug, `/facilities/${facility}/slots?date=${day}`)).body.slots;
      await admin('PUT', '/fields', {
        fields: [
          { key: 'phone', label: 'Phone', type: 'tel', required: false },
          { key: 'club', label: 'Club', type: 'text', required: false },
          { key: 'news', label: 'News', type: 'checkbox', required: false },
        ],
      });
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const book = async (index: number, more: Record<string, unknown> = {}): Promise<number> => {
      const wish = { slot_id: slots[index]?.id, people: 2, ...more };
      const answer = await stack().api.book(slug, wish);
      assert.equal(answer.status, 201, answer.text);
      return answer.body.booking.id;
    };
    const found = async (query: string): Promise<number[]> =>
      (await admin('GET', `/bookings?${query}`)).body.map(({ id }: { id: number }) => id);

    it('finds a booking by text in its extra fields, and by a phone number in any notation', async () => {
      const extra = { phone: '+31 (0)6 - 1234 5678', club: '50% off_crew', news: true };
      const id = await book(0, { extra });
      await book(0, { extra: { phone: '0687654321', club: 'Others' } });
      for (const q of ['0612345678', '+31612345678', '06 12345678', '50% OFF', 'off_crew'])
        assert.deepEqual(await found(`q=${encodeURIComponent(q)}`), [id], q);
      // Wildcards, field names and ticked checkboxes do not match.
      for (const q of ['50%crew', 'phone', 'true'])
        assert.deepEqual(await found(`q=${encodeURIComponent(q)}`), [], q);
    });

    it('finds, exports and erases a guest by any spelling of the address', async () => {
      const id = await book(9, { customer_email: ' Anna&Co/x@Почта.РФ ' });
      const stored = 'Anna&Co/x@xn--80a1acny.xn--p1ai';
      assert.equal((await admin('GET', `/bookings/${id}`)).body.customer_email, stored);
      const spellings = [stored, 'anna&co/x@ПОЧТА.рф', ' ANNA&CO/X@XN--80A1ACNY.xn--p1ai'];
      for (const q of [...spellings, '@почта.рф', 'почта.рф'])
        assert.deepEqual(await found(`q=${encodeURIComponent(q)}`), [id], q);
      for (const email of spellings) {
        const exported = await admin('GET', `/guests?email=${encodeURIComponent(email)}`);
        assert.deepEqual(
          exported.body.bookings.map((one: { id: number }) => one.id),
          [id],
        );
      }
      const erased = await admin('DELETE', `/guests?email=${encodeURIComponent('anna&co/x@почта.рф')}`);
      assert.equal(erased.body.erased_bookings, 1);
    });

    it('finds similar names and addresses, but exports and erases only the address that was given', async () => {
      const emails = ['jo.muller@similar.example', 'jomuller@similar.example', 'jo-muller@similar.example'];
      const ids: number[] = [];
      for (const customer_email of emails)
        ids.push(await book(11, { customer_name: 'Jörg Müller-Øst', customer_email, people: 1 }));
      for (const q of ['ost muller', 'MULLER JORG', 'Müller Øst', 'jo.muller@similar.example'])
        assert.deepEqual((await found(`q=${encodeURIComponent(q)}`)).slice(0, 2), ids.slice(0, 2), q);
      const [email = ''] = emails;
      const exported = await admin('GET', `/guests?email=${email}`);
      assert.deepEqual(
        exported.body.bookings.map((one: { id: number }) => one.id),
        ids.slice(0, 1),
      );
      assert.equal((await admin('DELETE', `/guests?email=${email}`)).body.erased_bookings, 1);
      assert.deepEqual(await found('q=jorg'), ids.slice(1));
    });

    it('finds a guest whose address the previous release stored as typed', async () => {
      const id = await book(10, { customer_email: 'old@capitals.example' });
      const stored = 'Old@Capitals.Example';
      await stack().database.query('UPDATE booking.booking SET customer_email = $1 WHERE id = $2', [
        stored,
        id,
      ]);
      for (const email of [stored, 'old@capitals.example']) {
        const exported = await admin('GET', `/guests?email=${email}`);
        assert.equal(exported.body.bookings.length, 1, email);
      }
      const same = await admin('PATCH', `/bookings/${id}`, { customer_email: stored });
      assert.equal(same.body.history.length, 1, 'the same address is no correction');
      assert.equal((await admin('DELETE', '/guests?email=OLD@capitals.example')).body.erased_bookings, 1);
    });

    it('exports a spreadsheet with types, in the venue’s time, that two readers open', async () => {
      const extra = { phone: '+31612345678', club: '=1+1' };
      const id = await book(12, { customer_name: 'Spreadsheet', extra });
      await book(13, { customer_name: 'Spreadsheet', extra: { phone: '0612345678' } });
      const { body: made } = await admin('GET', `/bookings/${id}`);
      // As if it were the day of the booking.
      await stack().database.query(
        `WITH came AS (UPDATE booking.booking SET status = 'checked_in' WHERE id = $1 RETURNING venue_id, id)
         INSERT INTO booking.history (venue_id, booking_id, actor, action) SELECT venue_id, id, 'Desk', 'checked_in' FROM came`,
        [id],
      );
      const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
      const answer = await fetch(`${stack().api.url}/api/admin/venues/${slug}/bookings?q=Spreadsheet`, {
        headers: { Accept: type, Authorization: `Bearer ${stack().operatorToken}` },
      });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), type);
      assert.match(answer.headers.get('content-disposition') ?? '', /bookings-[\w-]+\.xlsx"$/);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const [sheet] = await readExcelFile(bytes);
      const [names = [], ...rows] = sheet?.data ?? [];
      assert.equal(rows.length, 2);
      const cell = (name: string, row = 0) => rows[row]?.[names.indexOf(name)];
      const timeOf = (name: string): number => {
        const time: unknown = cell(name);
        assert.ok(time instanceof Date, name);
        return time.getTime();
      };
      const minute = (name: string) =>
        new Date(Math.round(timeOf(name) / 60_000) * 60_000).toISOString().slice(0, 16);
      assert.deepEqual([cell('id'), cell('people'), cell('amount_eur')], [id, 2, 25]);
      assert.deepEqual([cell('phone'), cell('phone', 1)], ['+31612345678', '0612345678']);
      assert.deepEqual([cell('club'), cell('source'), cell('booked_by')], ['=1+1', 'online', 'guest']);
      assert.equal(minute('starts_at'), made.starts_at);
      assert.equal(minute('booking_day'), `${day}T00:00`);
      // Created and checked in at about the same time, in the same zone.
      const apart = timeOf('checked_in_at') - timeOf('created_at');
      assert.ok(Math.abs(apart) < 30 * 60_000, `${apart} ms`);
      assert.equal(cell('checked_in_at', 1), null);
      const [other] = Object.values(readWorkbook(bytes).Sheets);
      const columnOf = (name: string) => utils.encode_col(names.indexOf(name));
      assert.deepEqual(
        ['phone', 'club'].map((name) => [other?.[`${columnOf(name)}2`]?.t, other?.[`${columnOf(name)}2`]?.f]),
        [
          ['s', undefined],
          ['s', undefined],
        ],
      );
      const csv = await fetch(`${stack().api.url}/api/admin/venues/${slug}/bookings?q=Spreadsheet`, {
        headers: { Accept: 'text/csv', Authorization: `Bearer ${stack().operatorToken}` },
      });
      assert.match(
        await csv.text(),
        /,checked_in_at,booked_by,arrived,absent,client_reference,desk_eur,to_return_eur\r\n/,
      );
    });

    it('lists the newest first, page by page, and filters by payment status', async () => {
      const ids = [];
      for (const index of [3, 4, 5]) ids.push(await book(index, { customer_name: 'Paging' }));
      assert.deepEqual(await found('q=Paging'), ids);
      const first = await admin('GET', '/bookings?q=Paging&order=newest&limit=2');
      const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      const second = await stack().api.admin('GET', next.replace('/api/admin', ''));
      assert.deepEqual(
        [...first.body, ...second.body].map(({ id }: { id: number }) => id),
        ids.toReversed(),
      );
      assert.deepEqual(await found('q=Paging&payment_status=none'), ids);
      assert.deepEqual(await found('q=Paging&payment_status=paid'), []);
      assert.equal((await admin('GET', '/bookings?order=sideways')).status, 400);
    });

    it('corrects single extra fields of a booking by the venue’s rules', async () => {
      const id = await book(8, { extra: { phone: '0612345678', club: 'Old', news: true } });
      const correct = (extra: unknown) => admin('PATCH', `/bookings/${id}`, { extra });
      const corrected = await correct({ club: 'New', news: false });
      assert.deepEqual(corrected.body.extra, { phone: '0612345678', club: 'New', news: false });
      assert.deepEqual((await correct({ club: '' })).body.extra, { phone: '0612345678', news: false });
      // Sending the same value again adds no entry.
      const { history } = (await correct({ news: false })).body;
      assert.deepEqual(
        history.map(({ action }: { action: string }) => action),
        ['created', 'corrected', 'corrected'],
      );
      for (const wrong of [{ shoes: '42' }, { phone: true }, { news: 'yes' }])
        assert.equal((await correct(wrong)).status, 422, JSON.stringify(wrong));
    });

    it('saves an internal note in any booking status', async () => {
      const id = await book(6);
      const note = 'Comes by wheelchair.\nGive them the ramp.';
      const noted = await admin('PUT', `/bookings/${id}/note`, { note });
      assert.deepEqual([noted.status, noted.body.note], [200, note]);
      await admin('PUT', `/bookings/${id}/note`, { note });
      await admin('POST', `/bookings/${id}/cancel`);
      await admin('PUT', `/bookings/${id}/note`, { note: 'Called: will book again.' });
      const { history } = (await admin('GET', `/bookings/${id}`)).body;
      assert.deepEqual(
        history.map(({ action, note }: Record<string, string>) => [action, note]),
        [
          ['created', ''],
          ['noted', ''],
          ['cancelled', ''],
          ['noted', ''],
        ],
      );
      assert.equal((await admin('PUT', `/bookings/${id}/note`, { note: 'x'.repeat(2001) })).status, 422);
      assert.equal((await admin('PUT', `/bookings/${id}/note`, {})).status, 422);
      assert.equal((await admin('PUT', '/bookings/999999999/note', { note: 'x' })).status, 404);
    });

    it('keeps a note about a guest for all visits, finds it while typing, and deletes it with the guest', async () => {
      const email = `${randomUUID()}@example.com`;
      const wish = { slot_id: slots[8]?.id, people: 1, customer_name: 'Quirijn', customer_email: email };
      const [first, second] = [
        (await admin('POST', '/bookings', wish)).body,
        (await admin('POST', '/bookings', wish)).body,
      ];
      const about = { note: 'Table by the window', tags: ['regular'] };
      assert.equal((await admin('PATCH', `/bookings/${first.id}/guest`, about)).status, 200);
      const { body: file } = await admin('GET', `/bookings/${second.id}/guest`);
      assert.deepEqual([file.bookings, file.note, file.tags], [2, about.note, about.tags]);
      const found = await admin('GET', `/guest-files?q=${email}`);
      assert.deepEqual(found.body, [file]);
      assert.equal((await admin('GET', `/guests?email=${email}`)).body.note, about.note);
      assert.equal((await admin('PATCH', `/bookings/${first.id}/guest`, { name: 'x' })).status, 422);
      await admin('DELETE', `/guests?email=${email}`);
      assert.equal((await admin('GET', `/bookings/${first.id}/guest`)).status, 404);
      assert.deepEqual((await admin('GET', `/guest-files?q=${email}`)).body, []);
      assert.equal((await admin('GET', `/guests?email=${email}`)).status, 200);
    });

    it('hides the internal note from guests, includes it in the guest’s data export, and erases it with the guest', async () => {
      const email = `${randomUUID()}@example.com`;
      const made = await stack().api.book(slug, { slot_id: slots[7]?.id, customer_email: email });
      const { id } = made.body.booking;
      await admin('PUT', `/bookings/${id}/note`, { note: 'Secretly difficult' });
      const ticket = await fetch(made.body.ticket_url);
      assert.doesNotMatch(await ticket.text(), /difficult/);
      const copy = await admin('GET', `/guests?email=${email}`);
      assert.equal(copy.body.bookings[0].note, 'Secretly difficult');
      const csv = await fetch(`${stack().api.url}/api/admin/venues/${slug}/bookings?q=${email}`, {
        headers: { Accept: 'text/csv', Authorization: `Bearer ${stack().operatorToken}` },
      });
      assert.match(await csv.text(), /Secretly difficult/);
      await admin('DELETE', `/guests?email=${email}`);
      const { rows } = await stack().database.query('SELECT note FROM booking.booking WHERE id = $1', [id]);
      assert.deepEqual(rows, [{ note: '' }]);
      assert.equal((await admin('PUT', `/bookings/${id}/note`, { note: 'Anna' })).status, 422);
    });
  });
}
