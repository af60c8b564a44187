/** `proves`: whether the client can solve a proof of work. */
export type SimulatedGuest = { address: string; people: number; slot: number; proves: boolean };

/** `capacity`: places of each slot. `paid`: bookings are unpaid holds at first. */
export type SimulatedVenue = { slotsPerDay: number; capacity: number; paid: boolean };

export type Scenario = {
  name: string;
  venue: SimulatedVenue;
  guests: SimulatedGuest[];
  /** Guests arrive evenly over these hours. */
  hours: number;
  /** An attack takes places of the first week. The table has its share of them. */
  attack: boolean;
};

/** Pseudo-random numbers, the same in each run: a multiplicative generator modulo 2^31 - 1. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** The booking horizon of a simulated venue, in days. */
export const DAYS = 28;
const BUSY: SimulatedVenue = { slotsPerDay: 12, capacity: 100, paid: false };
const SMALL: SimulatedVenue = { slotsPerDay: 12, capacity: 10, paid: false };
const WEEK_SLOTS = 7 * SMALL.slotsPerDay;

const slotsOf = ({ slotsPerDay }: SimulatedVenue) => slotsPerDay * DAYS;

/** Half of the guests use phones of one carrier with a number of networks. The others are at home. */
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

/** Offices with `size` people behind one address. Each office books for one day. */
function offices(size: number, guests: number): Scenario {
  const next = numbers(size);
  const dayOf = (office: number) => office % DAYS;
  return {
    name: `offices of ${size} behind one address`,
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

/** A campus is one network; each hall of residence has one address. */
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

/** A sale opens: all guests want the same day, and most are in four networks of a carrier. */
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

/** Tries to book all places of a small venue's first week with the largest parties. */
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

const attackers: [name: string, addressOf: (n: number) => string][] = [
  ['one address', () => '203.0.113.7'],
  ['one /24', (n) => `203.0.113.${1 + (n % 254)}`],
  ['one /48', (n) => `2001:db8:bad:${n.toString(16)}::1`],
  ['100 addresses in 100 networks', (n) => `198.${18 + ((n % 100) >> 6)}.${n % 100}.1`],
];

/** @param guests number of guests per honest scenario */
export const scenarios = (guests: number): Scenario[] => [
  ...[2, 4].map((networks) => carrier(networks, guests)),
  offices(20, guests),
  campus(guests),
  sale(guests),
  ...attackers.flatMap(([name, addressOf]) => [
    attacker(name, addressOf, false),
    attacker(name, addressOf, true),
  ]),
];
