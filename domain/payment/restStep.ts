const HOUR_MS = 3600_000;

/** Hours before the deadline at which guests are reminded. */
const REMIND_HOURS = 48;
/** Hours after the deadline in which a payment that the guest has begun may still arrive. */
const GRACE_HOURS = 1;
/** Fewest hours between a reminder and the end, and between a booking and its deadline. */
export const MIN_REST_HOURS = 24;

/** The rest of a deposit that is paid online. Times are ms since 1970; `remindedAt` null: no reminder yet. */
export type OnlineRest = { startsAt: number; untilHours: number; remindedAt: number | null };

/** The deadline for paying the rest, in ms since 1970. */
export const restDeadline = ({ startsAt, untilHours }: Omit<OnlineRest, 'remindedAt'>): number =>
  startsAt - untilHours * HOUR_MS;

/** Until when a guest has to pay the rest, in ms: the deadline, and at least a day after the reminder. */
export const payRestUntil = (rest: OnlineRest): number =>
  rest.remindedAt === null
    ? restDeadline(rest)
    : Math.min(Math.max(restDeadline(rest), rest.remindedAt + MIN_REST_HOURS * HOUR_MS), rest.startsAt);

/**
 * What is due for an unpaid rest. Nothing ends before the guest had a day to answer a reminder, also after
 * the booking was moved.
 * @returns the step, and the time of the next one in ms. `early`: it is too early for a reminder; `wait`: a
 * reminder was sent; `end`: the guest has not paid in time; `over`: the booking has started
 */
export function restStep(
  rest: OnlineRest,
  now: number,
): { step: 'early' | 'remind' | 'wait'; next: number } | { step: 'end' | 'over' } {
  const { startsAt, remindedAt } = rest;
  const deadline = restDeadline(rest);
  const remindAt = deadline - REMIND_HOURS * HOUR_MS;
  if (now >= startsAt) return { step: 'over' };
  if (now < remindAt) return { step: 'early', next: remindAt };
  const endAt = Math.min(
    Math.max(deadline + GRACE_HOURS * HOUR_MS, (remindedAt ?? now) + MIN_REST_HOURS * HOUR_MS),
    startsAt,
  );
  if (remindedAt === null) return { step: 'remind', next: endAt };
  return now < endAt ? { step: 'wait', next: endAt } : { step: 'end' };
}
