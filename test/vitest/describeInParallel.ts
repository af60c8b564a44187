import { describe } from 'vitest';

/** A suite that runs at the same time as its neighbours, while its own tests run one after another. */
export const describeInParallel = (name: string, body: () => void): void => {
  describe.concurrent(name, () => {
    describe('one by one', { concurrent: false }, body);
  });
};
