import fc from 'fast-check';
import { it } from 'vitest';

it('has a property that does not hold', () => {
  fc.assert(fc.property(fc.integer(), (number) => number < 1000));
});
