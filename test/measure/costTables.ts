import { type Cost, KINDS } from './cost.ts';
import { COUNTED, type Usage } from './counters.ts';
import { storageTable } from './storage.ts';
import { megabytes, percent, short, table } from './table.ts';

/** What was measured of each kind of request, as Markdown. */
export function costTables({ idle, per, grown, memory }: Cost): Record<string, string> {
  const total = (usage: Usage) => Object.values(usage.cpu).reduce((sum, cpu) => sum + cpu, 0);
  const idled = (value: number, seconds: number) => short((value / idle.seconds) * seconds);
  const kinds = KINDS.map((kind) => `1,000 × ${kind}`);
  const inKilobytes = (name: string, value: number) => (name.endsWith('Bytes') ? value / 1024 : value);
  return {
    cpu: table(
      ['CPU seconds', ...kinds, 'idle, an hour'],
      [
        ...Object.keys(idle.cpu).map((name) => [
          name,
          ...KINDS.map((kind) => {
            const used = per[kind].cpu[name] ?? 0;
            return `${short(used)} (${percent(used / total(per[kind]))})`;
          }),
          idled(idle.cpu[name] ?? 0, 3600),
        ]),
        ['together', ...KINDS.map((kind) => short(total(per[kind]))), idled(total(idle), 3600)],
      ],
    ),
    counts: table(
      ['', ...kinds, 'idle, a minute'],
      Object.entries(COUNTED).map(([name, title]) => [
        title,
        ...KINDS.map((kind) => short(inKilobytes(name, per[kind].counts[name] ?? 0))),
        idled(inKilobytes(name, idle.counts[name] ?? 0), 60),
      ]),
    ),
    storage: storageTable(grown),
    memory: table(
      ['resident memory, MB', 'started', 'after the work', 'peak'],
      memory.map(({ name, start, end, peak }) => [
        name,
        megabytes(start),
        megabytes(end),
        peak === null ? 'not kept' : megabytes(peak),
      ]),
    ),
  };
}
