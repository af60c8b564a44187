/**
 * Who wants to book in a simulation: from which address, for how many, and whether the client can do work.
 */
export type SimulatedGuest = { address: string; people: number; slot: number; proves: boolean };

/** A venue with so many slots a day of so many places each, over the booking horizon. */
export type SimulatedVenue = { slotsPerDay: number; capacity: number; paid: boolean };

export type Scenario = {
  name: string;
  venue: SimulatedVenue;
  guests: SimulatedGuest[];
  /** Over so many hours the guests come, evenly. */
  hours: number;
  /** Attackers take places of the first week; the table tells their share of it. */
  attack: boolean;
};

/** The same numbers in each run: a multiplicative generator modulo 2^31 - 1. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Days that a simulated venue takes bookings for: the booking horizon. */
export const DAYS = 28;
const BUSY: SimulatedVenue = { slotsPerDay: 12, capacity: 100, paid: false };
const SMALL: SimulatedVenue = { slotsPerDay: 12, capacity: 10, paid: false };
const WEEK_SLOTS = 7 * SMALL.slotsPerDay;

const slotsOf = ({ slotsPerDay }: SimulatedVenue) => slotsPerDay * DAYS;

/** Half of the guests on mobile phones of one carrier, in so many networks; the others at home. */
function carrier(networks: number, guests: number): Scenario {
  const next = numbers(networks);
  return {
    name: `carrier with ${networks} networks`,
    venue: BUSY,
    hours: 24,
    attack: false,
    guests: Array.from({ length: guests }, (_, n) => {
      const isMobile = n % 2 === 0;
      const address = isMobile
        ? `100.64.${next(networks)}.${1 + next(254)}`
        : `2001:db8:${(n + 1).toString(16)}::1`;
      return { address, people: 1 + next(3), slot: next(slotsOf(BUSY)), proves: true };
    }),
  };
}

/** So many people behind one address each; an office books for one day. */
function offices(name: string, size: number, guests: number): Scenario {
  const next = numbers(size);
  const dayOf = (office: number) => office % DAYS;
  return {
    name,
    venue: BUSY,
    hours: 24,
    attack: false,
    guests: Array.from({ length: guests }, (_, n) => {
      const office = Math.floor(n / size);
      const slot = dayOf(office) * BUSY.slotsPerDay + next(BUSY.slotsPerDay);
      return {
        address: `10.${office >> 8}.${office & 255}.7`,
        people: 1 + next(2),
        slot,
        proves: true,
      };
    }),
  };
}

/** A campus: all guests from one network, of which each address serves a hall of residence. */
function campus(guests: number): Scenario {
  const next = numbers(7);
  return {
    name: 'campus, all guests in one network',
    venue: BUSY,
    hours: 24,
    attack: false,
    guests: Array.from({ length: guests }, (_, n) => ({
      address: `2001:db8:1:${(n % Math.ceil(guests / 15)).toString(16)}::1`,
      people: 1 + next(2),
      slot: next(slotsOf(BUSY)),
      proves: true,
    })),
  };
}

/**
 * A sale opens: everybody wants the same day, holds are unpaid, and most sit behind four networks of a
 * carrier.
 */
function sale(guests: number): Scenario {
  const next = numbers(3);
  const capacity = Math.ceil((guests * 2) / 10);
  return {
    name: 'sale that opens, unpaid holds for one day',
    venue: { slotsPerDay: 12, capacity, paid: true },
    hours: 1,
    attack: false,
    guests: Array.from({ length: guests }, (_, n) => ({
      address:
        n % 5 === 0 ? `2001:db8:${(n + 1).toString(16)}::1` : `100.64.${n % 4}.${1 + ((n >> 2) % 254)}`,
      people: 1 + next(2),
      slot: next(12),
      proves: true,
    })),
  };
}

/**
 * Takes every place of a small venue's first week, with the largest parties, from these addresses in turn.
 */
function attacker(name: string, addressOf: (n: number) => string, proves: boolean): Scenario {
  return {
    name: `attacker with ${name}, ${proves ? 'with' : 'without'} proofs`,
    venue: SMALL,
    hours: 1,
    attack: true,
    guests: Array.from({ length: 4 * WEEK_SLOTS }, (_, n) => ({
      address: addressOf(n),
      people: SMALL.capacity,
      slot: n % WEEK_SLOTS,
      proves,
    })),
  };
}

const attackers: [string, (n: number) => string][] = [
  ['one address', () => '203.0.113.7'],
  ['one /24', (n) => `203.0.113.${1 + (n % 254)}`],
  ['one /48', (n) => `2001:db8:bad:${n.toString(16)}::1`],
  ['100 addresses in 100 networks', (n) => `198.${18 + ((n % 100) >> 6)}.${n % 100}.1`],
];

/**
 * @param guests honest guests of each scenario
 */
export const scenarios = (guests: number): Scenario[] => [
  ...[2, 4, 8, 20].map((networks) => carrier(networks, guests)),
  offices('offices of 12 behind one address', 12, guests),
  offices('offices of 20 behind one address', 20, guests),
  campus(guests),
  sale(guests),
  ...attackers.flatMap(([name, addressOf]) => [
    attacker(name, addressOf, false),
    attacker(name, addressOf, true),
  ]),
];
