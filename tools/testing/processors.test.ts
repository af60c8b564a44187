import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busyBetween, Processors, processorsOf } from './processors.ts';

const at = (user: number, idle: number, nice = 0) => ({ user, nice, sys: 0, idle, irq: 0 });

test('what processors did since the last look is what counts, of all of them together', () => {
  assert.equal(busyBetween([at(100, 900), at(500, 500)], [at(200, 900), at(500, 800)]), 0.25);
});

test('what gives way to others leaves them room', () => {
  assert.equal(busyBetween([at(100, 900)], [at(200, 1000, 200)]), 0.25);
});

test('they count as busy when no time has passed, or nobody can tell', () => {
  assert.equal(busyBetween([at(100, 900)], [at(100, 900)]), 1);
  assert.equal(busyBetween([], []), 1);
});

test('a list of processors is read as Linux writes it', () => {
  assert.deepEqual([...processorsOf('0-2,5')], [0, 1, 2, 5]);
  assert.deepEqual([...processorsOf('3')], [3]);
});

test('a machine is somewhere between idle and busy', () => {
  const processors = new Processors();
  const until = performance.now() + 50;
  while (performance.now() < until);
  const busy = processors.busy();
  assert.ok(busy > 0 && busy <= 1, String(busy));
});
