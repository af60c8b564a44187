/**
 * What the test files of one process share, one file after the other: a product, a browser. In a process for
 * a single file there is nobody to share with.
 */
export type Kept<T> = {
  /** Starts it, or answers what was started before. */
  take(): Promise<T>;
  /** Called by each file that took it, at its end. */
  giveBack(): Promise<void>;
};

let isShared = false;
const ends: (() => Promise<void>)[] = [];

/** From now on what is kept outlives the file that took it. @returns what ends it all */
export function shareBetweenFiles(): () => Promise<void> {
  isShared = true;
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

/**
 * Something that is dear to start.
 * @param stop ends what was started
 * @param options.share whether it outlives the file, when there are others to share it with
 */
export function keptByFiles<T>(
  start: () => Promise<T>,
  stop: (it: T) => Promise<void>,
  { share = true } = {},
): Kept<T> {
  let started: Promise<T> | undefined;
  const end = async () => {
    const ending = started;
    started = undefined;
    if (ending) await stop(await ending);
  };
  ends.push(end);
  return {
    take() {
      started ??= start().catch((error) => {
        started = undefined;
        throw error;
      });
      return started;
    },
    async giveBack() {
      if (!isShared || !share) await end();
    },
  };
}
