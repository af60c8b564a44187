import assert from 'node:assert/strict';
import type { HistoryChange } from '@venue-booking/proto/booking/history';
import { describe, it } from 'vitest';
import { nl } from '../../texts/nl.ts';
import { type Formatters, noteOf } from './historyNote.ts';

const written: Formatters = {
  t: nl.history,
  colon: ':',
  moment: (local) => `<${local}>`,
  day: (local) => `<${local}>`,
  weekday: (day) => ['', 'ma', 'di'][day] ?? '?',
  euro: (amount) => `€ ${String(amount).replace('.', ',')}`,
  methodOf: (method) => nl.words.method[method],
  nameOf: (key) => ({ adult: 'Volwassene', towel: 'Handdoek' })[key] ?? key,
};
const said = (...changes: HistoryChange[]) => noteOf({ note: 'in English', changes }, written);

describe('details of a history entry', () => {
  it('describe moves and edits in the language of the dashboard', () => {
    const facility = { what: 'facility', before: 'Sauna', after: 'Bad' };
    const start = { what: 'starts_at', before: '2026-11-26T10:00', after: '2026-11-27T11:00' };
    const people = { what: 'people', before: 4, after: 7 };
    assert.equal(
      said(facility, start, people),
      'Sauna → Bad, <2026-11-26T10:00> → <2026-11-27T11:00>, Personen: 4 → 7',
    );
  });

  it('name guests and add-ons, and show the key of a deleted one', () => {
    assert.equal(
      said(
        { what: 'guests', before: 'adult 1, baby-1 3', after: 'adult 2' },
        { what: 'add_ons', before: null, after: 'towel 12, robe 1' },
      ),
      'Gasten: 1 × Volwassene, 3 × baby-1 → 2 × Volwassene, Extra’s: geen → 12 × Handdoek, 1 × robe',
    );
  });

  it('show both prices and the refund', () => {
    assert.equal(
      said({ what: 'amount', before: 20, after: 12.5 }, { what: 'refund', after: 7.5 }),
      'Bedrag: € 20 → € 12,5, terugbetaald: € 7,5',
    );
  });

  it('show a refund by the rules', () => {
    const note = 'refund of €20.05';
    assert.equal(noteOf({ note }, written), 'terugbetaald: € 20,05');
  });

  it('describe changed hours and settings', () => {
    assert.equal(said({ what: 'hours', after: 'closed' }), 'Tijden: → gesloten');
    assert.equal(said({ what: 'timetable', after: 'changed' }), 'Openingstijden: → gewijzigd');
    assert.equal(said({ what: 'timetable', after: null }), 'Openingstijden: → geen');
    assert.equal(
      said({ what: 'hours', date: '2026-12-25', before: null, after: '10:00–12:00' }),
      'Tijden <2026-12-25>: normale openingstijden → 10:00–12:00',
    );
    assert.equal(
      said(
        { what: 'open_days', before: '1,2', after: '' },
        { what: 'blocked', before: false, after: true },
        { what: 'capacity', before: 4, after: null },
        { what: 'of_tomorrow', before: 1, after: 2 },
      ),
      'Open op: ma, di → geen, Geblokkeerd: nee → ja, Plaatsen: 4 → zelfde als de faciliteit, of_tomorrow: 1 → 2',
    );
  });

  it('name the devices that used a ticket again, and before', () => {
    assert.equal(
      said({ what: 'use', before: 'Tablet, 10:01', after: 'Telefoon, 10:03' }),
      'Telefoon, 10:03; eerder: Tablet, 10:01',
    );
    assert.equal(said({ what: 'use', before: null, after: 'Telefoon, 10:03' }), 'Telefoon, 10:03');
  });

  it('of older releases translate what they can', () => {
    const shown = (note: string) => noteOf({ note }, written);
    assert.equal(shown('without refund'), 'zonder terugbetaling');
    assert.equal(shown('€73.50'), '€ 73,5');
    assert.equal(
      shown('2026-11-26T10:00 → 2026-11-27T11:00, people: 4 → 7'),
      '2026-11-26T10:00 → 2026-11-27T11:00, Personen: 4 → 7',
    );
  });
});
