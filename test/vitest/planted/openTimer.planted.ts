import { it } from 'vitest';

it('leaves a timer running', () => {
  setInterval(() => {}, 1000);
});
