import type { KubernetesObject } from './render.ts';
import { importTool } from './tools.ts';

/** Packages with the schemas of groups that are not part of Kubernetes itself. */
const packages: Record<string, string> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

type Model = new (data: object) => { validate(): void };

/** Validates an object against the schema of its kind. @throws Error that names what is wrong */
export async function validateObject(object: KubernetesObject): Promise<void> {
  const { apiVersion, kind, metadata } = object;
  const from = packages[apiVersion.split('/')[0] ?? ''] ?? 'kubernetes-models';
  const models = await importTool<Record<string, Model>>(`${from}/${apiVersion}/${kind}.js`);
  const Kind = models[kind];
  if (!Kind) throw new Error(`No schema of ${apiVersion} ${kind}`);
  const unread = new Set<string>();
  const model = watched(new Kind(object), '', unread);
  try {
    model.validate();
  } catch (error) {
    throw new Error(`${kind} ${metadata.name}: ${(error as Error).message}`);
  }
  // The schemas allow unknown fields, as the API server does, which then drops them. Without this check a
  // misspelt field would go unnoticed.
  if (unread.size > 0) throw new Error(`${kind} ${metadata.name}: unknown ${[...unread].join(', ')}`);
}

/**
 * Wraps an object so that reading a field removes its path from `unread`. A schema reads every field that it
 * knows.
 */
function watched<T extends object>(object: T, at: string, unread: Set<string>): T {
  for (const [key, value] of Object.entries(object)) if (value !== undefined) unread.add(`${at}/${key}`);
  const inside = new Map<PropertyKey, unknown>();
  return new Proxy(object, {
    get(target, key, receiver) {
      const value = Reflect.get(target, key, receiver);
      unread.delete(`${at}/${String(key)}`);
      if (typeof value !== 'object' || value === null) return value;
      if (!inside.has(key)) inside.set(key, watched(value, `${at}/${String(key)}`, unread));
      return inside.get(key);
    },
  });
}
