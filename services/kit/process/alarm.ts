/** The sleep of a worker that polls: it ends when its time is over, and at once when somebody rings. */
export type Alarm = {
  /** Ends the sleep; when nobody sleeps, the next one ends at once. */
  ring(): void;
  /**
   * Takes back what was rung: a worker does so before it looks for work, so that it misses nothing that comes
   * from then on.
   */
  reset(): void;
  sleep(ms: number): Promise<void>;
};

export function createAlarm(): Alarm {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    reset() {
      rung = false;
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (rung) wake();
      }),
  };
}
