import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import { findHelm } from '../servers/helm.ts';
import { chartTools, importTool } from './tools.ts';

export const chartFolder = path.resolve(import.meta.dirname, '../../charts/venue-booking');
const PROMETHEUS_OPERATOR = ['--api-versions', 'monitoring.coreos.com/v1'];

// biome-ignore lint/suspicious/noExplicitAny: each object is checked against its own schema
type Fields = Record<string, any>;
export type KubernetesObject = { apiVersion: string; kind: string; metadata: { name: string } } & Fields;
export type Values = Record<string, unknown>;

const { parse, parseAllDocuments } = await importTool<{
  parse(text: string): unknown;
  parseAllDocuments(text: string, options: { uniqueKeys: true }): { errors: Error[]; toJS(): unknown }[];
}>('yaml/dist/index.js');

/** The minimal values of an installation. */
export const least: Values = { publicUrl: 'https://book.example.com', existingSecret: 'venue-booking' };

/** Values that render every kind. */
export const full = parse(readFileSync(path.join(chartFolder, 'ci/00-full-values.yaml'), 'utf8')) as Values;

/** The development values, which need no others. */
export const dev: Values = {
  existingSecret: '',
  ...(parse(readFileSync(path.join(chartFolder, 'values-dev.yaml'), 'utf8')) as Values),
};

/** Runs helm. Values are passed as `-f -`. */
export async function helm(args: string[], values?: Values) {
  const { file } = findHelm(await chartTools());
  const { status, stdout, stderr } = spawnSync(file, args, {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    ...(values && { input: JSON.stringify(values) }),
  });
  return { status, stdout, stderr };
}

/** Like `helm`, without blocking this process, which may have to respond to helm. */
export async function helmAsync(args: string[], values: Values) {
  const { file } = findHelm(await chartTools());
  const child = spawn(file, args, { timeout: PATIENCE_MS });
  child.stdin.end(JSON.stringify(values));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { status: child.exitCode, stdout, stderr };
}

/**
 * Objects that `helm template` renders for a release, in a namespace of the same name.
 * @param values in addition to the minimal ones
 * @throws Error with the output of helm
 */
export async function render(
  values: Values = {},
  { prometheusOperator = true, release = 'tickets' } = {},
): Promise<KubernetesObject[]> {
  const args = ['template', release, chartFolder, '--namespace', release, '-f', '-'];
  if (prometheusOperator) args.push(...PROMETHEUS_OPERATOR);
  const { status, stdout, stderr } = await helm(args, { ...least, ...values });
  if (status !== 0) throw new Error(stderr);
  return parseObjects(stdout);
}

/** Parses the objects that helm printed. */
export const parseObjects = (printed: string): KubernetesObject[] =>
  parseAllDocuments(printed, { uniqueKeys: true }).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    return (document.toJS() as KubernetesObject | null) ?? [];
  });

export const ofKind = (objects: KubernetesObject[], kind: string) =>
  objects.filter((object) => object.kind === kind);

/** Labels and spec of the pods that each object creates. */
export const podsOf = (objects: KubernetesObject[]): { name: string; labels: Fields; spec: Fields }[] =>
  objects.flatMap(({ kind, metadata, spec }) => {
    if (kind === 'Pod') return { name: metadata.name, labels: (metadata as Fields).labels, spec };
    if (!['Deployment', 'Job'].includes(kind)) return [];
    const { metadata: of, spec: pod } = spec.template;
    return { name: metadata.name, labels: of.labels, spec: pod };
  });

/** The object of a kind that belongs to a service. */
export function objectOf(objects: KubernetesObject[], kind: string, service: string): KubernetesObject {
  const found = ofKind(objects, kind).find(
    ({ metadata }) => metadata.name === `tickets-venue-booking-${service}`,
  );
  if (!found) throw new Error(`No ${kind} of ${service}`);
  return found;
}
