import { MAX_BOOKINGS } from '@venue-booking/proto/transfer/archive';
import type { LineKind, LineOf } from '@venue-booking/proto/transfer/settingsLines';

/**
 * Checks the lines of an archive against each other, in their order: nothing exists twice, and nothing refers
 * to what the archive lacks. It keeps a few short keys of each booking. The result of `check` is the first
 * fault, or null.
 */
export function createArchiveCheck() {
  const ids: Record<'rooms' | 'facilities' | 'bookings', Set<number>> = {
    rooms: new Set(),
    facilities: new Set(),
    bookings: new Set(),
  };
  const keys = new Set<string>();
  const repeats = (...key: (string | number)[]): boolean => {
    const text = key.join(' ');
    if (keys.has(text)) return true;
    keys.add(text);
    return false;
  };
  const isNew = (kind: keyof typeof ids, id: number) => {
    if (ids[kind].has(id)) return `${id} exists twice`;
    ids[kind].add(id);
    return null;
  };
  const facility = (id: number | null) =>
    id === null || ids.facilities.has(id) ? null : `there is no facility ${id}`;
  const room = (id: number | null) => (id === null || ids.rooms.has(id) ? null : `there is no room ${id}`);
  const checks: { [K in LineKind]: (line: LineOf<K>) => string | null } = {
    venue: () => (repeats('venue') ? 'there are several venues' : null),
    rooms: ({ id }) => isNew('rooms', id),
    facilities: ({ id, rooms = [] }) => {
      const missing = rooms.find((one) => !ids.rooms.has(one));
      return isNew('facilities', id) ?? (missing === undefined ? null : room(missing));
    },
    fields: ({ key }) => (repeats('field', key) ? `${key} exists twice` : null),
    days: ({ facility_id: id, date }) =>
      facility(id) ?? (repeats('day', id ?? 0, date) ? `${date} exists twice` : null),
    people: ({ email }) => (repeats('person', email) ? 'a person exists twice' : null),
    mail_texts: ({ kind, language }) => (repeats('mail', kind, language) ? `${kind} exists twice` : null),
    capacities: (line) =>
      facility(line.facility_id) ??
      (repeats('capacity', line.facility_id, Date.parse(line.starts_at)) ? 'a slot exists twice' : null),
    bookings: (line) => {
      if (ids.bookings.size >= MAX_BOOKINGS) return `there are more than ${MAX_BOOKINGS} bookings`;
      const invoice = line.invoices.find(
        ({ year, seq, number }) => repeats('invoice', year, seq) || repeats('number', number),
      );
      const numbers = line.invoices.map(({ number }) => number);
      const foreign = line.invoices.find(({ corrects }) => corrects !== null && !numbers.includes(corrects));
      const money = line.money.find(
        ({ undoes }) => undoes !== null && !line.money.some(({ id }) => id === undoes),
      );
      return (
        facility(line.facility_id) ??
        isNew('bookings', line.id) ??
        (repeats('reference', line.reference) ? `number ${line.reference} exists twice` : null) ??
        (invoice ? `invoice ${invoice.number} exists twice` : null) ??
        (foreign ? `invoice ${foreign.number} corrects one that it lacks` : null) ??
        (money ? 'a payment undoes one that it lacks' : null)
      );
    },
    blocks: (line) => facility(line.facility_id) ?? room(line.room_id),
  };
  return {
    check: <K extends LineKind>(kind: K, line: LineOf<K>): string | null => checks[kind](line),
  };
}
