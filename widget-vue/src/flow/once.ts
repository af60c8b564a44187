import { attempt } from '../browser/attempt.ts';

/** Longer than a ticket stays stored, so that no visit finds a booking without its mark. */
const KEEP_MS = 7 * 24 * 3600_000;
/** No tenant has this key (see `storedTicket.ts`). */
const KEY = 'venue-booking';
const storages = [() => localStorage, () => sessionStorage];
/** Marks of this page, if the browser stores nothing. */
const ofPage = new Set<string>();

type Marks = Record<string, number>;
const read = (storage: Storage): Marks => ({ ...JSON.parse(storage.getItem(KEY) ?? '{}') });

/** Whether this is the first claim of a mark. Every claim extends its storage. */
function claim(mark: string): boolean {
  let isFirst = !ofPage.has(mark);
  ofPage.add(mark);
  for (const of of storages) {
    const marks = attempt(() => read(of())) ?? {};
    if (Object.hasOwn(marks, mark)) isFirst = false;
    const recent = Object.entries(marks).filter(([, at]) => at > Date.now() - KEEP_MS);
    const next = JSON.stringify({ ...Object.fromEntries(recent), [mark]: Date.now() });
    attempt(() => of().setItem(KEY, next));
  }
  return isFirst;
}

/**
 * Does something once per mark in this browser: across reloads and tabs. A lock separates tabs. Browsers have
 * no locks without TLS; there, only the order of writes separates them.
 * @param isGone leaves the mark unclaimed if it returns true
 */
export async function once(mark: string, isGone: () => boolean, work: () => void): Promise<void> {
  const run = () => {
    if (!isGone() && claim(mark)) work();
  };
  // A page without an origin of its own may have no locks.
  await (navigator.locks?.request(KEY, run).catch(run) ?? run());
}
