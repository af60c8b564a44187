import type { HistoryChange, HistoryEntry } from '@venue-booking/proto/booking/history';
import type { EntryMethod } from '@venue-booking/proto/payment/deskPayment';
import type { Texts } from '../../texts/en.ts';

type Value = HistoryChange['after'] | undefined;

/** Formatters for the values in a history entry. */
export type Formatters = {
  t: Texts['history'];
  /** The colon after a label. */
  colon: string;
  /** @param local `YYYY-MM-DDTHH:MM` */
  moment: (local: string) => string;
  /** @param local `YYYY-MM-DD` */
  day: (local: string) => string;
  /** @param day 1 = Monday to 7 = Sunday */
  weekday: (day: number) => string;
  euro: (amount: number) => string;
  /** The name of a guest category or an add-on, by its key. */
  nameOf: (key: string) => string;
  /** The name of a payment method at the desk. */
  methodOf: (method: EntryMethod) => string;
};

/** The details of a history entry in the page's language. */
export function noteOf(
  { note, changes }: Pick<HistoryEntry, 'note' | 'changes'>,
  written: Formatters,
): string {
  return changes
    ? changes.map((change) => inWords(change, written)).join(', ')
    : translateNote(note, written);
}

function inWords(change: HistoryChange, written: Formatters): string {
  const { what, date, before, after } = change;
  const { t, colon, day } = written;
  const to = valueInWords(what, after, written);
  if (what === 'use') return before == null ? to : `${to}; ${t.before}${colon} ${before}`;
  const fromTo = before === undefined ? `→ ${to}` : `${valueInWords(what, before, written)} → ${to}`;
  if (what === 'starts_at' || what === 'facility') return fromTo;
  if (what === 'refund') return `${t.refunded}${colon} ${to}`;
  if (what === 'to_return') return `${t.to_return}${colon} ${to}`;
  // A setting that only a newer service knows keeps its key.
  const name = t[what as keyof Formatters['t']] ?? what;
  return `${name}${date ? ` ${day(date)}` : ''}${colon} ${fromTo}`;
}

function valueInWords(what: string, value: Value, written: Formatters): string {
  const { t, moment, weekday, euro } = written;
  if (what === 'hours') return value === null ? t.weekly : value === 'closed' ? t.closed : String(value);
  if (what === 'timetable' || what === 'holidays') return value === null ? t.none : t.changed;
  if (what === 'guests' || what === 'add_ons')
    return value === null ? t.none : countsInWords(String(value), written);
  if (value === null) return t.asFacility;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (what === 'starts_at') return moment(String(value));
  if (['amount', 'refund', 'to_return'].includes(what)) return euro(Number(value));
  if (what === 'mode') return value === 'FULL' ? t.full : t.shared;
  if (what !== 'open_days') return String(value) || t.none;
  const days = String(value).split(',').filter(Boolean).map(Number);
  return days.map(weekday).join(', ') || t.none;
}

/** Formats `adult 2, child 1` with the names of the categories. */
const countsInWords = (counts: string, { nameOf }: Formatters): string =>
  counts.replace(/([^\s,]+) (\d+)(?=,|$)/g, (_, key, count) => `${count} × ${nameOf(key)}`);

/** Translates a note without structured changes. It contains amounts such as `€73.50` and `€1,250.00`. */
function translateNote(note: string, { t, colon, euro, methodOf }: Formatters): string {
  if (note === 'too many mails to this address today') return t.tooManyMails;
  return note
    .replace(/€([\d,]+\.\d{2})/g, (_, amount) => euro(Number(amount.replaceAll(',', ''))))
    .replace(/ (cash|card|transfer|other|imported)$/, (_, method: EntryMethod) => `, ${methodOf(method)}`)
    .replace(/^without refund/, t.withoutRefund)
    .replace(/to return at the desk: /, `${t.to_return}${colon} `)
    .replace(/^refund of /, `${t.refunded}${colon} `)
    .replace(/(\d+) of (\d+) people$/, (_, came, all) => t.came.replace('#', came).replace('#', all))
    .replace(/people: (?=\d+ → \d+$)/, `${t.people}${colon} `);
}
