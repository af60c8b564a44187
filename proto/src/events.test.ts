import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { type EventSubject, event, eventSchemas, readEvent } from './events.ts';

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const text = fc.string({ unit: 'grapheme' });

const plain = { noNullPrototype: true };
const venue = fc.record(
  {
    venueId: int32,
    revision: int64,
    slug: text,
    name: text,
    timezone: text,
    live: fc.boolean(),
    minNoticeMinutes: int32,
    redirectOrigins: fc.array(text),
  },
  plain,
);
const booking = fc.record(
  { bookingUid: fc.uuid(), bookingId: int64, venueId: int32, slotId: int64, status: text },
  plain,
);
const fields = fc.array(
  fc.record({ key: text, label: text, type: text, required: fc.boolean(), options: fc.array(text) }, plain),
);

/** The event as it is stored and sent: as JSON text. */
const travel = <T>(payload: T): T => JSON.parse(JSON.stringify(payload)) as T;
const subset = <T extends object>(whole: T, keys: object) =>
  Object.fromEntries(Object.entries(whole).filter(([key]) => key in keys));

test('preserves a venue change in serialisation', () => {
  fc.assert(
    fc.property(venue, (fact) => {
      const { payload } = event('events.catalog.venue_changed', fact);
      assert.deepEqual(subset(readEvent('events.catalog.venue_changed', travel(payload)), fact), fact);
    }),
  );
});

test('preserves a booking in serialisation, including ids that exceed a double', () => {
  fc.assert(
    fc.property(booking, (fact) => {
      const { payload } = event('events.booking.booking_created', fact);
      assert.deepEqual(subset(readEvent('events.booking.booking_created', travel(payload)), fact), fact);
    }),
  );
});

test('preserves the order of lists in an event', () => {
  fc.assert(
    fc.property(fields, (list) => {
      const { payload } = event('events.catalog.booking_fields_changed', {
        venueId: 1,
        revision: 1n,
        fields: list,
      });
      const read = readEvent('events.catalog.booking_fields_changed', travel(payload));
      assert.deepEqual(
        read.fields.map(({ key, label, type, required, options }) => ({
          key,
          label,
          type,
          required,
          options,
        })),
        list,
      );
    }),
  );
});

test('distinguishes an absent setting from 0', () => {
  const read = (maxAdvanceDays?: number) => {
    const { payload } = event('events.catalog.venue_changed', {
      venueId: 1,
      ...(maxAdvanceDays !== undefined && { maxAdvanceDays }),
    });
    return readEvent('events.catalog.venue_changed', travel(payload)).maxAdvanceDays;
  };
  assert.equal(read(0), 0);
  assert.equal(read(30), 30);
  assert.equal(read(), undefined);
});

test('ignores unknown fields of a newer release', () => {
  const { payload } = event('events.booking.booking_created', { venueId: 3, status: 'confirmed' });
  const newer = { ...(payload as object), channel: 'widget', party: { size: 4 }, tags: ['a'] };
  const read = readEvent('events.booking.booking_created', newer);
  assert.deepEqual([read.venueId, read.status], [3, 'confirmed']);
  assert.equal('channel' in read, false);
});

test('reads an event of an older release without newer fields', () => {
  for (const subject of Object.keys(eventSchemas) as EventSubject[])
    assert.ok(readEvent(subject, {}), subject);
  assert.deepEqual(readEvent('events.catalog.venue_changed', { venueId: 3 }).redirectOrigins, []);
});

test('rejects a payload that does not match its subject', () => {
  for (const payload of [
    null,
    'text',
    7,
    [],
    { venueId: 'three' },
    { venueId: 1.5 },
    { venueId: 2 ** 31 },
    { status: 5 },
  ])
    assert.throws(() => readEvent('events.booking.booking_created', payload), JSON.stringify(payload));
});

test('a subject names its service and the event', () => {
  for (const subject of Object.keys(eventSchemas))
    assert.match(subject, /^events\.[a-z]+\.[a-z_]+(ed|t|paid|withdrawn)$/);
});

test('booking events contain ids and states but no personal data', () => {
  const { fields } = eventSchemas['events.booking.booking_created'];
  for (const { name } of fields) assert.match(name, /(_id|_uid|status|revision|_at)$/, name);
});
