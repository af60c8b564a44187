import { median, short, table } from './table.ts';

type Goal = { what: string; unit: string; goal: string; isMet: (value: number) => boolean };

const atLeast = (bound: number): Omit<Goal, 'what'> => ({
  unit: '',
  goal: `≥ ${bound}`,
  isMet: (value) => value >= bound,
});
const atMost = (bound: number, unit = ''): Omit<Goal, 'what'> => ({
  unit,
  goal: `≤ ${bound}${unit}`,
  isMet: (value) => value <= bound,
});

/** Performance goals, in the order of the table. */
export const GOALS = {
  facilities: { what: 'repeated `facilities`, throughput ÷ bare Express', ...atLeast(0.9) },
  slots: { what: 'repeated `slots`, throughput ÷ bare Express', ...atLeast(0.9) },
  availability: { what: 'repeated `availability`, throughput ÷ bare Express', ...atLeast(0.9) },
  booking: { what: 'a booking, processor time ÷ one Express response', ...atMost(150) },
  alone: { what: 'a booking by one guest alone, processor time ÷ in a crowd of 64', ...atMost(1.5) },
  idle: { what: 'the busiest idle service, share of a core', ...atMost(2, ' %') },
  mail: { what: 'mails sent per booking while bookings arrive at full rate', ...atLeast(0.95) },
  rush: { what: 'longest wait of 3,000 guests for 1,000 places', ...atMost(5, ' s') },
  rushReads: { what: "p99 of another venue's reads during that rush", ...atMost(50, ' ms') },
  memory: { what: 'peak memory of the largest service, before the rush', ...atMost(200, ' MB') },
  firstStart: { what: '`npm start` until it responds, first start', ...atMost(2.5, ' s') },
  nextStart: { what: '`npm start` until it responds, later starts', ...atMost(1, ' s') },
} satisfies Record<string, Goal>;

type Measure = keyof typeof GOALS;
/** The result of each round. */
export type Figures = Record<Measure, number[]>;

/**
 * A Markdown table of all goals. The median of the rounds decides whether a goal is met.
 * @param notes text for figures with a single round, in place of the lowest and highest value
 */
export function goalsTable(figures: Figures, notes: Partial<Record<Measure, string>> = {}): string {
  const lines = (Object.keys(GOALS) as Measure[]).map((name) => {
    const { what, unit, goal, isMet }: Goal = GOALS[name];
    const rounds = figures[name];
    const value = median(rounds);
    const spread = rounds.length > 1 ? `${exact(Math.min(...rounds))}, ${exact(Math.max(...rounds))}` : '';
    return [what, exact(value) + unit, notes[name] ?? spread, goal, isMet(value) ? 'yes' : '**no**'];
  });
  return table(['goal', 'measured', 'lowest, highest', 'limit', 'met'], lines);
}

/** Always three digits, so that a value that barely misses its limit is not rounded to it. */
const exact = (value: number): string => (value < 100 ? String(Number(value.toPrecision(3))) : short(value));
