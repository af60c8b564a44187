import { afterAll, it, vi } from 'vitest';

it('replaces what is global', () => {
  globalThis.fetch = async () => new Response('planted');
  process.env.PLANTED = 'yes';
  vi.useFakeTimers();
});

it('has real timers in the next test', () => {
  if (vi.isFakeTimers()) throw new Error('the timers are still fake');
});

afterAll(() => {});
