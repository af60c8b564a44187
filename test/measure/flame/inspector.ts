import { eventually } from '../../stack/api.ts';
import type { ServiceProcess } from '../../stack/serviceProcess.ts';

/** What V8 writes into a `.cpuprofile`: a tree of calls, and at which of them each sample was taken. */
export type CpuProfile = {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  samples: number[];
  /** µs since the sample before. */
  timeDeltas: number[];
};
export type CallFrame = { functionName: string; url: string };

/** The option of Node.js with which {@link profilerOf} finds a process. It costs nothing until it is used. */
export const INSPECTED = '--inspect=127.0.0.1:0';

export type Profiler = { start(): Promise<unknown>; stop(): Promise<CpuProfile>; close(): void };

/** The CPU profiler of a process that was started with {@link INSPECTED}. */
export async function profilerOf(service: ServiceProcess): Promise<Profiler> {
  const address = () => /Debugger listening on (ws:\S+)/.exec(service.output())?.[1];
  await eventually(`${service.name} says where its inspector is`, async () => address() !== undefined);
  const socket = new WebSocket(address() ?? '');
  const waiting = new Map<number, PromiseWithResolvers<{ profile: CpuProfile }>>();
  let last = 0;
  const ask = (method: string): Promise<{ profile: CpuProfile }> => {
    last += 1;
    const answer = Promise.withResolvers<{ profile: CpuProfile }>();
    waiting.set(last, answer);
    socket.send(JSON.stringify({ id: last, method }));
    return answer.promise;
  };
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${service.name} has ended`));
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`${service.name} has no inspector`)));
  });
  await ask('Profiler.enable');
  return {
    start: () => ask('Profiler.start'),
    stop: async () => (await ask('Profiler.stop')).profile,
    close: () => socket.close(),
  };
}
