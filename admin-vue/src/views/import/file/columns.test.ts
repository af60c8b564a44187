import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { readRows } from '../rows/readRows.ts';
import { COLUMNS, type Column, guessMapping, orderIn } from './columns.ts';
import { decodeText, readTable } from './csvFile.ts';

/** Files in the style of other systems. */
const example = (name: string) => {
  const table = readTable(decodeText(readFileSync(new URL(`../examples/${name}.csv`, import.meta.url))));
  assert.ok(table);
  return table;
};
/** The headings that are guessed, by column. */
const guessed = (name: string) => {
  const table = example(name);
  const mapping = guessMapping(table);
  return Object.fromEntries(
    COLUMNS.flatMap((column) => {
      const at = mapping[column];
      return at === undefined ? [] : [[column, table.headers[at]]];
    }),
  ) as Partial<Record<Column, string>>;
};
/** All rows, with one facility for every value. */
const rowsOf = (name: string) => {
  const table = example(name);
  const mapping = guessMapping(table);
  const order = orderIn(table, mapping);
  assert.ok(order === 'dmy' || order === 'mdy', `${order}`);
  const values = table.rows.map((row) => row[mapping.facility ?? -1] ?? '');
  const facilities = Object.fromEntries(values.map((value) => [value, 1]));
  return readRows(table.rows, { mapping, order, facilities, localOf: (instant) => instant.slice(0, 16) });
};

describe('columns of a file', () => {
  it('are guessed in a Dutch spreadsheet', () => {
    assert.deepEqual(guessed('spreadsheet-nl'), {
      ...{ date: 'Datum', time: 'Tijd', facility: 'Faciliteit', people: 'Aantal personen' },
      ...{ firstName: 'Voornaam', name: 'Achternaam', email: 'E-mailadres', phone: 'Telefoonnummer' },
      ...{ note: 'Opmerking', price: 'Bedrag', paid: 'Betaald' },
    });
    const [first, second] = rowsOf('spreadsheet-nl');
    assert.ok(first && 'mark' in first && second && 'mark' in second);
    assert.deepEqual(
      [first.startsAt, first.people, first.name, first.price, first.paid],
      ['2027-12-31T14:00', 4, 'Anna de Wit', 120, 'all'],
    );
    assert.match(first.note, /verjaardag;\n/);
    assert.deepEqual([second.startsAt, second.price, second.paid], ['2028-01-01T09:30', 39, 0]);
  });

  it('are guessed in English orders, and a cancelled order is not imported', () => {
    const { start, ...found } = guessed('orders-en');
    assert.deepEqual([start, found.date, found.time], [undefined, 'Start date', 'Start time']);
    assert.deepEqual(
      [found.number, found.price, found.status, found.facility, found.people],
      ['Order code', 'Order total', 'Status', 'Event', 'Quantity'],
    );
    const [first, second] = rowsOf('orders-en');
    assert.ok(first && 'mark' in first);
    assert.deepEqual([first.startsAt, first.mark], ['2027-12-24T10:00', 'import:K8XQA']);
    assert.equal(second && 'problem' in second && second.problem, 'cancelled');
  });

  it('are guessed in German appointments in Windows-1252, with a length', () => {
    assert.deepEqual(guessed('appointments-de'), {
      ...{ start: 'Beginn', end: 'Ende', facility: 'Leistung', name: 'Kunde', email: 'E-Mail-Adresse' },
      ...{ phone: 'Telefon', note: 'Bemerkung', number: 'Termin-ID' },
    });
    const rows = rowsOf('appointments-de');
    assert.deepEqual(
      rows.map((row) => 'mark' in row && [row.startsAt, row.minutes, row.name]),
      [
        ['2027-12-24T10:00', 90, 'Jörg Müller'],
        ['2027-12-03T16:00', 90, 'Ute Weiß'],
      ],
    );
  });

  it('are guessed in French reservations with American dates', () => {
    const found = guessed('reservations-fr');
    assert.deepEqual(
      [found.start, found.end, found.facility, found.name, found.people, found.status, found.number],
      ['Date de début', 'Date de fin', 'Ressource', 'Nom du client', 'Participants', 'Statut', 'Référence'],
    );
    const [first] = rowsOf('reservations-fr');
    assert.ok(first && 'mark' in first);
    assert.deepEqual([first.startsAt, first.minutes], ['2027-12-24T14:00', 90]);
  });

  it('have dates whose order is asked when the values do not tell', () => {
    const table = example('courts-en');
    const mapping = guessMapping(table);
    const found = guessed('courts-en');
    assert.deepEqual(
      [
        found.number,
        found.facility,
        found.date,
        found.time,
        found.name,
        found.people,
        found.price,
        found.paid,
      ],
      ['booking_id', 'court', 'date', 'slot', 'player', 'players', 'price', 'payment'],
    );
    assert.equal(orderIn(table, mapping), 'ask');
    const facilities = { 'Padel 1': 1, 'Padel 2': 2 };
    for (const [order, start] of [
      ['dmy', '2027-11-05T18:00'],
      ['mdy', '2027-05-11T18:00'],
    ] as const) {
      const [first] = readRows(table.rows, { mapping, order, facilities, localOf: String });
      assert.ok(first && 'mark' in first);
      assert.deepEqual([first.startsAt, first.minutes, first.paid], [start, 90, 'all']);
    }
  });

  it('are guessed from their values without known headings, and never the reasons of a report', () => {
    const table = readTable(
      'a;b;c;d;Not imported\nPiet;piet@example.com;0612345678;31-12-2027 10:00;The time slot is full.',
    );
    assert.ok(table);
    assert.deepEqual(guessMapping(table), { start: 3, email: 1, phone: 2 });
  });
});
