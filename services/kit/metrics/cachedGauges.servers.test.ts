import assert from 'node:assert/strict';
import { beforeEach, describe, it, vi } from 'vitest';
import { parseMetrics } from '../../../test/stack/metrics.ts';
import { silentLog } from '../testing/testMessaging.ts';
import { cachedGauges, type Sample } from './cachedGauges.ts';
import { createProcessMetrics, createServiceMetrics, type Metrics } from './metrics.ts';

type Name = 'venue_booking_size' | 'venue_booking_age_seconds';
const samples = (size: number): Sample<Name>[] => [
  { name: 'venue_booking_size', labels: { queue: 'outbox' }, value: size },
  { name: 'venue_booking_age_seconds', labels: { queue: 'outbox' }, value: 2 * size },
];

describe('looked-up gauges', () => {
  let metrics: Metrics;
  beforeEach(() => {
    metrics = createServiceMetrics('booking');
  });
  const measure = (look: () => Promise<Sample<Name>[]>) =>
    cachedGauges(
      { metrics, log: silentLog, labelNames: ['queue'] },
      { venue_booking_size: 'Size', venue_booking_age_seconds: 'Age' },
      look,
    );
  const read = async () => {
    const page = parseMetrics(await metrics.metrics(), 'booking');
    return [page.read('venue_booking_size'), page.read('venue_booking_age_seconds')];
  };

  it('share one lookup for all gauges and readers, and look up again later', async () => {
    let looks = 0;
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    measure(async () => samples(++looks));
    assert.deepEqual(await Promise.all([read(), read()]), [
      [1, 2],
      [1, 2],
    ]);
    now = 1999;
    assert.deepEqual(await read(), [1, 2]);
    now = 2000;
    assert.deepEqual(await read(), [2, 4]);
  });

  it('are omitted while the lookup fails', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    let away = false;
    measure(async () => {
      if (away) throw new Error('the database is away');
      return samples(3);
    });
    assert.deepEqual(await read(), [3, 6]);
    [away, now] = [true, 5000];
    assert.deepEqual(await read(), [undefined, undefined]);
    [away, now] = [false, 10_000];
    assert.deepEqual(await read(), [3, 6]);
  });

  it('time out for readers, without a second lookup', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let looks = 0;
    const answer = Promise.withResolvers<Sample<Name>[]>();
    measure(() => {
      looks += 1;
      return answer.promise;
    });
    for (let reader = 0; reader < 2; reader++) {
      const reading = read();
      vi.advanceTimersByTime(2000);
      assert.deepEqual(await reading, [undefined, undefined]);
    }
    answer.resolve(samples(4));
    assert.deepEqual(await read(), [4, 8]);
    assert.equal(looks, 1);
  });
});

it('outputs the metrics of all services in one process, each name once', async () => {
  const registries = ['catalog', 'booking'].map((service) => createServiceMetrics(service));
  for (const metrics of registries)
    cachedGauges(
      { metrics, log: silentLog, labelNames: ['queue'] },
      { venue_booking_size: 'Size' },
      async () => [{ name: 'venue_booking_size', labels: { queue: 'outbox' }, value: 7 }],
    );
  const text = await createProcessMetrics('gateway', registries).metrics();
  assert.equal(text.match(/^# TYPE venue_booking_size gauge$/gm)?.length, 1);
  for (const service of ['catalog', 'booking'])
    assert.equal(parseMetrics(text, service).read('venue_booking_size', { queue: 'outbox' }), 7);
  assert.ok(parseMetrics(text, 'gateway').read('process_start_time_seconds'));
  assert.ok(text.endsWith('\n'));
});
