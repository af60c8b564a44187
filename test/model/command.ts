import fc from 'fast-check';
import type { Guest, Model } from './model.ts';
import type { Run } from './world.ts';

/** One step of a run. */
export type Command = fc.AsyncCommand<Model, Run>;

/** How often each command has run. */
export const carriedOut = new Map<string, number>();

/** A command, printed with its name and arguments. */
export function command(
  name: string,
  told: unknown[],
  {
    when = () => true,
    run,
  }: { when?: (model: Readonly<Model>) => boolean; run: (model: Model, real: Run) => Promise<void> },
): Command {
  return {
    check: when,
    async run(model, real) {
      carriedOut.set(name, (carriedOut.get(name) ?? 0) + 1);
      await run(model, real);
    },
    toString: () => `${name}(${told.join(', ')})`,
  };
}

/**
 * A command for one of the guests that match `when`.
 * @param n index among those guests, modulo their number
 */
export function guestCommand(
  [name, n, ...told]: [string, number, ...unknown[]],
  {
    when = () => true,
    run,
  }: { when?: (guest: Guest) => boolean; run: (guest: Guest, real: Run, model: Model) => Promise<void> },
): Command {
  return command(name, [`guest ${n}`, ...told], {
    when: ({ guests }) => guests.some(when),
    async run(model, real) {
      const fitting = model.guests.filter(when);
      const guest = fitting[n % fitting.length];
      if (guest) await run(guest, real, model);
    },
  });
}

/** A guest index. Small, because there are few guests. */
export const anyGuest = fc.nat(3);
