import { cpuSeconds, type Watched } from './processes.ts';

/** Processor time by process, in s, within so many seconds. */
export type Usage = { seconds: number; cpu: Record<string, number> };

/** Starts to count. The returned function tells what the processes have used since. */
export function countUsage(watched: Watched[]): () => Usage {
  const read = () => watched.map((one) => cpuSeconds(one));
  const [startedAt, before] = [performance.now(), read()];
  return () => ({
    seconds: (performance.now() - startedAt) / 1000,
    cpu: Object.fromEntries(read().map((used, at) => [watched[at]?.name, used - (before[at] ?? 0)])),
  });
}

/** Processor time of one request by process, in ms, without what an idle platform uses in the same time. */
export const msEach = (usage: Usage, idle: Usage, requests: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(usage.cpu).map(([name, used]) => {
      const idled = ((idle.cpu[name] ?? 0) / idle.seconds) * usage.seconds;
      return [name, (Math.max(0, used - idled) / requests) * 1000];
    }),
  );

export const total = (values: Record<string, number>): number =>
  Object.values(values).reduce((sum, value) => sum + value, 0);
