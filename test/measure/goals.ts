import { median, short, table } from './table.ts';

/** What is measured, and what of it would do. */
type Goal = { what: string; unit: string; goal: string; isMet: ((value: number) => boolean) | null };

const atLeast = (bound: number, unit = ''): Omit<Goal, 'what'> => ({
  unit,
  goal: `≥ ${bound}${unit}`,
  isMet: (value) => value >= bound,
});
const atMost = (bound: number, unit = ''): Omit<Goal, 'what'> => ({
  unit,
  goal: `≤ ${bound}${unit}`,
  isMet: (value) => value <= bound,
});
const below = (bound: number, unit: string): Omit<Goal, 'what'> => ({
  unit,
  goal: `< ${bound}${unit}`,
  isMet: (value) => value < bound,
});
const noGoal: Omit<Goal, 'what'> = { unit: '', goal: 'none', isMet: null };

/** How fast the product is to be, in the order of the table. */
export const GOALS = {
  facilities: { what: '`facilities`, again and again, to Express with the same bytes', ...atLeast(0.9) },
  slots: { what: '`slots`, again and again, to Express with the same bytes', ...atLeast(0.9) },
  availability: { what: '`availability`, again and again, to Express with the same bytes', ...atLeast(0.9) },
  otherSlots: { what: '`slots`, another day each time, to Express with one `SELECT`', ...atLeast(0.6) },
  otherRanges: { what: '62 days, others each time, to Express with one `SELECT`', ...atLeast(0.5) },
  bookings: { what: 'bookings of slots of their own to `pgbench`', ...atLeast(0.5) },
  cpu: { what: 'CPU of a free booking, with all that follows', ...atMost(6, ' ms') },
  statements: { what: 'SQL statements of a free booking', ...atMost(4) },
  paidStatements: { what: 'SQL statements of a paid booking', ...atMost(30) },
  mail: { what: 'mails sent per booking while bookings come at full rate', ...atLeast(0.95) },
  hotSlot: { what: 'bookings of one slot to those of slots of their own', ...atLeast(1.5) },
  replicas: { what: 'bookings of one slot, two replicas to one', ...atLeast(1) },
  spreadReplicas: { what: 'bookings of slots of their own, two replicas to one', ...noGoal },
  p99: { what: 'p99 of bookings at half of the highest rate', ...below(50, ' ms') },
  rush: { what: 'longest that one of 3,000 guests waits who want 1,000 places', ...below(5, ' s') },
  rushReads: { what: 'p99 of reads of another venue meanwhile', ...below(50, ' ms') },
  oneProcess: { what: 'bookings of slots of their own, one process to services', ...atLeast(0.9) },
  bookedRange: { what: '62 days, CPU with 1,000 or 100,000 bookings to none', ...atMost(1.2) },
  fullRange: { what: '62 days, CPU with every time of them booked to none', ...noGoal },
  memory: { what: 'most memory of a service in all of this', ...atMost(200, ' MB') },
  firstStart: { what: '`npm start` until it answers, the first', ...below(2.5, ' s') },
  nextStart: { what: '`npm start` until it answers, the next', ...below(1, ' s') },
} satisfies Record<string, Goal>;

export type Measure = keyof typeof GOALS;
/** What came out, in each round; nothing where it could not be measured. */
export type Figures = Record<Measure, number[]>;

/**
 * Every goal, what was measured, and whether that will do: the median counts.
 * @param notes on figures of one round
 */
export function goalsTable(figures: Figures, notes: Partial<Record<Measure, string>> = {}): string {
  const lines = (Object.keys(GOALS) as Measure[]).map((name) => {
    const { what, unit, goal, isMet }: Goal = GOALS[name];
    const rounds = figures[name];
    if (rounds.length === 0) return [what, 'not measured', '', goal, ''];
    const value = median(rounds);
    const spread = rounds.length > 1 ? `${exact(Math.min(...rounds))}, ${exact(Math.max(...rounds))}` : '';
    const met = isMet && (isMet(value) ? 'yes' : '**no**');
    return [what, exact(value) + unit, notes[name] ?? spread, goal, met ?? ''];
  });
  return table(['measure', 'measured', 'lowest, highest', 'goal', 'met'], lines);
}

/** With a digit more than {@link short} has, so that what just misses a goal can be told from it. */
const exact = (value: number): string => (value < 100 ? String(Number(value.toPrecision(3))) : short(value));
