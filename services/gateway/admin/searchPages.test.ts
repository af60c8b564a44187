import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openGateway } from '../testing/testGateway.ts';

/** A gateway with a fake booking service whose pages are all empty. `cursors` has the requested cursors. */
async function openSearch(pages: number) {
  const cursors: (string | undefined)[] = [];
  const gateway = await openGateway({
    catalog: {
      tenant: { query: async () => ({ venueId: 1, domains: [], allowedOrigins: [] }) },
      contact: { query: async () => ({ dayStart: '06:00' }) },
    },
    booking: {
      desk: {
        list: {
          query: async ({ cursor }: { cursor?: string }) => {
            cursors.push(cursor);
            return { bookings: [], next: cursors.length < pages ? `${cursors.length}-1` : null };
          },
        },
      },
    },
  });
  return { cursors: cursors, gateway, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
}

test('skips empty pages of a search', async () => {
  await using search = await openSearch(3);
  const answer = await search.gateway.call('GET', '/api/admin/venues/a-venue/bookings?q=nobody');
  assert.deepEqual([answer.status, answer.body, answer.headers.get('link')], [200, [], null]);
  assert.deepEqual(search.cursors, [undefined, '1-1', '2-1']);
});

test('returns an empty page with a link after ten empty pages of a search', async () => {
  await using search = await openSearch(1000);
  const answer = await search.gateway.call('GET', '/api/admin/venues/a-venue/bookings?q=nobody');
  assert.equal(search.cursors.length, 10);
  assert.match(answer.headers.get('link') ?? '', /q=nobody.*cursor=10-1>; rel="next"/);
});
