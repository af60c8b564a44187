/**
 * Something that the test files of one process share, one file after the other, such as a product or a
 * browser. In a process that runs a single file there is nothing to share.
 */
export type SharedResource<T> = {
  /** Starts it, or returns what is already running. */
  acquire(): Promise<T>;
  /** Each file that took it calls this at its end. */
  release(): Promise<void>;
};

let isShared = false;
const ends: (() => Promise<void>)[] = [];

/** From now on, shared things outlive the file that took them. @returns a function that stops them all */
export function shareBetweenFiles(): () => Promise<void> {
  isShared = true;
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

/**
 * Something that is expensive to start.
 * @param stop stops what `start` returned
 * @param options.share whether it may outlive the file when files share
 */
export function sharedByFiles<T>(
  start: () => Promise<T>,
  stop: (it: T) => Promise<void>,
  { share = true } = {},
): SharedResource<T> {
  let started: Promise<T> | undefined;
  const end = async () => {
    const ending = started;
    started = undefined;
    if (ending) await stop(await ending);
  };
  ends.push(end);
  return {
    acquire() {
      started ??= start().catch((error) => {
        started = undefined;
        throw error;
      });
      return started;
    },
    async release() {
      if (!isShared || !share) await end();
    },
  };
}
