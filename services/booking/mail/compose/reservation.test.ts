import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { content } from '../../testing/testContent.ts';
import { compose } from './compose.ts';

const appointment = { startsAt: '2030-06-03T23:00:00+02:00', endsAt: '2030-06-04T01:00:00+02:00' };
const scripts = (html: string) =>
  [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, data = '']) => data);
const read = (html: string) => JSON.parse(scripts(html)[0] ?? 'null');

describe('the reservation in a mail', () => {
  it('names the booking, its time with the offset, the place and the ticket', () => {
    const data = read(compose(content({ appointment })).html);
    assert.deepEqual(data, {
      '@context': 'http://schema.org',
      '@type': 'EventReservation',
      reservationNumber: 'K7QF-3MXT',
      reservationStatus: 'http://schema.org/ReservationConfirmed',
      underName: { '@type': 'Person', name: 'Ada' },
      reservationFor: {
        '@type': 'Event',
        name: 'Pass',
        startDate: appointment.startsAt,
        endDate: appointment.endsAt,
        location: { '@type': 'Place', name: 'Sauna aan het Meer', address: 'Meerweg 1 1234 AB Loosdrecht' },
      },
      url: 'https://book.example/tickets/abc.def',
      modifyReservationUrl: 'https://book.example/tickets/abc.def',
    });
  });

  it('is cancelled with the booking, and absent from mail without an appointment', () => {
    const cancelled = content({ kind: 'cancelled', booking: { status: 'cancelled' }, appointment });
    const data = read(compose(cancelled).html);
    assert.match(data.reservationStatus, /ReservationCancelled$/);
    assert.equal(data.modifyReservationUrl, undefined);
    assert.deepEqual(scripts(compose(content()).html), []);
  });

  it('contains any name as data, without links to other websites', () => {
    const hostile = fc.array(
      fc.constantFrom(
        '</script>',
        '<script>',
        '<!--',
        ']]>',
        '&lt;',
        '"',
        '\\',
        '\u2028',
        'https://evil.example',
        ' a ',
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, (guest, venue) => {
        const [customer_name, name] = [guest.join(''), venue.join('')];
        const changed = content({
          appointment,
          booking: { customer_name },
          contact: { name, linkHosts: [] },
        });
        const { html } = compose(changed);
        assert.equal(scripts(html).length, 1);
        assert.doesNotMatch(scripts(html)[0] ?? '', /[<>&\u2028]|https:\/\/evil/);
        assert.equal(read(html)['@type'], 'EventReservation');
      }),
    );
  });
});
