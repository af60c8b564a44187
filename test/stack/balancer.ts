import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { call } from './api.ts';

/** Interval of readiness probes. As in production, the balancer notices a leaving gateway with a delay. */
const PROBE_MS = 200;
const TIMEOUT_MS = 15_000;

type Target = { url: string; healthUrl: string; agent: Agent; inRotation: boolean };
type Sent = { headers?: Record<string, string>; body?: string };
type Received = { status: number; headers: IncomingHttpHeaders; text: string };

/**
 * A load balancer: sends requests in turn to gateways that report ready at their health URL, over kept-alive
 * connections. It never retries. A missing response is an error.
 */
export function startBalancer(urls: readonly string[]) {
  const targets: Target[] = [];
  let turn = 0;
  const add = (url: string, healthUrl = url) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 32 });
    targets.push({ url, healthUrl, agent, inRotation: true });
  };
  const remove = (url: string) => {
    const at = targets.findIndex((target) => target.url === url);
    for (const { agent } of targets.splice(at, 1)) agent.destroy();
  };
  for (const url of urls) add(url);
  const probe = async (target: Target) => {
    const answer = await call(`${target.healthUrl}/readyz`).catch(() => null);
    target.inRotation = answer?.status === 200;
  };
  const timer = setInterval(() => void Promise.all(targets.map(probe)), PROBE_MS);

  return {
    add,
    remove,
    inRotation: (url: string) => targets.some((target) => target.url === url && target.inRotation),
    /** @throws the connection error when there is no response */
    send(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Received> {
      const ready = targets.filter(({ inRotation }) => inRotation);
      const target = ready[turn++ % ready.length];
      if (!target) throw new Error('no gateway is ready');
      return new Promise((resolve, reject) => {
        const { agent } = target;
        const outgoing = request(`${target.url}${path}`, { method, agent, headers }, (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.once('error', reject);
          incoming.once('end', () => {
            const { statusCode = 0, headers } = incoming;
            resolve({ status: statusCode, headers, text: Buffer.concat(chunks).toString() });
          });
        });
        outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error('no response in time')));
        outgoing.once('error', reject);
        outgoing.end(body);
      });
    },
    stop() {
      clearInterval(timer);
      for (const { agent } of targets) agent.destroy();
    },
  };
}

export type Balancer = ReturnType<typeof startBalancer>;
