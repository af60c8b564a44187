import fc from 'fast-check';
import type { Tally } from './stage.ts';
import { anyStory, showStory } from './step.ts';
import { playStory } from './story.ts';
import { openMoneyWorld } from './world.ts';

/** Stories that run at the same time, at venues of their own. */
const LANES = 8;
/** Steps after which the databases are replaced, because their tables grow. */
const STEPS_PER_WORLD = 10_000;

const total = (tally: Tally): number => [...tally.values()].reduce((all, one) => all + one, 0);

export type ModelRun = { steps: number; stories: number; tally: Tally };

/**
 * Plays random stories of guests, desks, banks and crashes until at least `steps` steps are done.
 * @param options.seed seed of the first story; the next ones follow by 1
 * @throws with the seed and the shortest story found that fails
 */
export async function runMoneyModel({
  steps,
  seed,
  shrinks = true,
  sql = null,
  onProgress = () => {},
}: {
  steps: number;
  seed: number;
  shrinks?: boolean;
  /** A statement that removes a rule from the booking database. */
  sql?: string | null;
  onProgress?: (run: ModelRun) => void;
}): Promise<ModelRun> {
  const tally: Tally = new Map();
  let stories = 0;
  let failure: { seed: number; message: string; cause: unknown } | undefined;
  while (total(tally) < steps && !failure) {
    const world = await openMoneyWorld();
    if (sql) await world.database.$executeRawUnsafe(sql);
    const until = Math.min(steps, total(tally) + STEPS_PER_WORLD);
    try {
      const lane = async () => {
        while (total(tally) < until && !failure) {
          const own = seed + stories++;
          const property = fc.asyncProperty(anyStory, (story) => playStory(world, story, tally));
          const details = await fc.check(property, {
            seed: own,
            numRuns: 1,
            unbiased: true,
            endOnFailure: true,
          });
          if (!details.failed || failure) continue;
          failure = { seed: own, message: '', cause: details.errorInstance };
          const limits = {
            numRuns: 1,
            unbiased: true,
            endOnFailure: !shrinks,
            interruptAfterTimeLimit: 120_000,
          };
          const shortest = shrinks ? await fc.check(property, { seed: own, ...limits }) : details;
          const [story] = (shortest.failed ? shortest : details).counterexample ?? [];
          failure.message = story ? showStory(story) : '';
          failure.cause = shortest.errorInstance ?? details.errorInstance;
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    } finally {
      await world.close();
    }
    onProgress({ steps: total(tally), stories, tally });
  }
  if (failure)
    throw new Error(
      `MONEY_MODEL_SEED=${failure.seed} MONEY_MODEL_STEPS=1 repeats it, after ${total(tally)} steps\n${failure.message}`,
      { cause: failure.cause },
    );
  return { steps: total(tally), stories, tally };
}
