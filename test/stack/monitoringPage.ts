import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SERVICES } from './stack.ts';

const text = readFileSync(resolve(import.meta.dirname, '../../docs/monitoring.md'), 'utf8');

/** The rows of a table of docs/monitoring.md, keyed by column name. */
function rowsOf(table: string): Record<string, string>[] {
  const [, inside = ''] = text.split(new RegExp(`<!-- /?${table} -->\n`));
  const [head = [], , ...rows] = inside
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.map((row) => Object.fromEntries(row.map((cell, column) => [head[column], cell])));
}

const listed = (cell = ''): string[] => cell.split(/, */).filter(Boolean);
const named = (cell = ''): string => cell.replaceAll('`', '');

/** The metrics that docs/monitoring.md lists. */
export const documentedMetrics = rowsOf('metrics').map(({ metric, type, labels, of, alerts }) => ({
  name: named(metric),
  type: named(type),
  labels: listed(named(labels)),
  services: of === 'all' ? [...SERVICES] : listed(of),
  alerts: listed(alerts).map((alert) => `VenueBooking${alert}`),
}));

/** Each queue with the services that have it. */
export const documentedQueues = rowsOf('queues').map(({ queue, of }) => ({
  name: named(queue),
  services: listed(of),
}));

export const documentedAlerts = rowsOf('alerts').map(({ alert }) => `VenueBooking${alert}`);
