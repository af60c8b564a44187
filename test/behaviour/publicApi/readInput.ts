import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { addDays } from '@venue-booking/domain/schedule/venueTime';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Validation of public read requests. */
export function readInput(stack: () => Stack): void {
  describe('public read requests', () => {
    let slug: string;
    let pass: number;
    const day = daysAhead(7);
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      pass = await api.newFacility(slug);
    });

    it('accepts a range of up to 63 dates, and rejects longer or reversed ranges and invalid dates', async () => {
      const { api } = stack();
      const status = async (query: string) =>
        (await api.get(slug, `/facilities/${pass}/availability?${query}`)).status;
      assert.equal(await status(`from=${day}&to=${addDays(day, 61)}`), 200);
      assert.equal(await status(`from=${day}&to=${addDays(day, 62)}`), 200);
      assert.equal(await status(`from=${day}&to=${addDays(day, 63)}`), 400);
      assert.equal(await status(`from=${day}&to=${addDays(day, -1)}`), 400);
      assert.equal(await status('from=2026-02-30'), 400);
      assert.equal(await status('from=tomorrow'), 400);
      assert.equal(await status('from=0001-01-01'), 400);
      assert.equal((await api.get(slug, `/facilities/${pass}/slots?date=2026-13-01`)).status, 400);
      assert.equal((await api.get(slug, `/facilities/${pass}/slots?date=${day}&date=${day}`)).status, 400);
    });

    it('returns an empty day for a date that can have no slots', async () => {
      const { status, body } = await stack().api.get(slug, `/facilities/${pass}/slots?date=9999-12-31`);
      assert.equal(status, 200);
      assert.deepEqual(body.slots, []);
      assert.equal(
        (await stack().api.get(slug, `/facilities/${pass}/availability?from=9999-12-31`)).status,
        200,
      );
    });

    it('returns the same 404 for another venue’s ids as for ids that do not exist', async () => {
      const { api } = stack();
      const other = await api.newVenue();
      const [slot] = (await api.get(slug, `/facilities/${pass}/slots?date=${day}`)).body.slots;
      for (const path of [
        `/facilities/${pass}/slots`,
        `/facilities/${pass}/availability`,
        `/slots/${slot.id}`,
      ]) {
        const foreign = await api.get(other, path);
        const unknown = await api.get(other, path.replace(/\d+/, '134217000'));
        assert.equal(foreign.status, 404, path);
        assert.equal(foreign.text, unknown.text);
        assert.deepEqual(Object.keys(foreign.body), ['error']);
      }
      for (const id of [
        '0',
        '-1',
        'abc',
        '1.5',
        '99999999999999999999',
        `${slot.id + 1}`,
        '9007199254740991',
      ])
        assert.equal((await api.get(slug, `/slots/${id}`)).status, 404, id);
      for (const id of ['0', '-1', 'abc', '2147483648', '99999999999999999999'])
        assert.equal((await api.get(slug, `/facilities/${id}/slots`)).status, 404, id);
      assert.equal((await api.get(slug, '/facilities/%ff/slots')).status, 404);
    });

    it('answers 400 without a venue or with an unknown one', async () => {
      const { api } = stack();
      for (const venue of ['', 'no-such-venue', "x' OR 1=1", 'é', 'a'.repeat(300)]) {
        const header = venue === 'é' ? 'Ã©' : venue;
        const { status, body } = await api.get(header, '/facilities');
        assert.equal(status, 400, venue);
        assert.deepEqual(Object.keys(body), ['error']);
        assert.equal(typeof body.error, 'string');
      }
    });

    it('needs no Host header if the request names the venue', async () => {
      const { hostname, port } = new URL(stack().api.url);
      const ask = (headers: string) =>
        new Promise<string>((resolve, reject) => {
          const socket = connect(Number(port), hostname, () =>
            socket.write(`GET /api/site/facilities HTTP/1.0\r\n${headers}\r\n`),
          );
          let answer = '';
          socket.on('data', (chunk) => {
            answer += chunk;
          });
          socket.on('end', () => resolve(answer.slice(9, 12)));
          socket.on('error', reject);
        });
      assert.equal(await ask(`X-Tenant: ${slug}\r\n`), '200');
      assert.equal(await ask(''), '400');
    });

    it('returns errors in Dutch if the client prefers Dutch', async () => {
      const { body } = await stack().api.get('', '/facilities', {
        'Accept-Language': 'nl-NL,nl;q=0.9,en;q=0.5',
      });
      assert.match(body.error, /Geen locatie/);
    });

    it('answers 404 for unknown paths and 405 for other methods, with {error}', async () => {
      const { api } = stack();
      const unknown = await api.get(slug, '/nothing');
      assert.equal(unknown.status, 404);
      assert.deepEqual(Object.keys(unknown.body), ['error']);
      const response = await fetch(`${api.url}/api/site/facilities`, { method: 'DELETE' });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS');
      const asked = await fetch(`${api.url}/api/site/facilities`, { method: 'OPTIONS' });
      assert.deepEqual([asked.status, asked.headers.get('allow')], [204, 'GET, HEAD, OPTIONS']);
    });
  });
}
