import { connect } from 'node:net';
import { claimPort } from './claimPort.ts';
import type { FreezableServer } from './testServer.ts';
import { type Greeting, waitUntilResponds } from './waitUntilResponds.ts';

export interface ContainerOptions {
  image: string;
  scheme: string;
  /** The server's command, which has to bind to 127.0.0.1. */
  command(port: number): string[];
  greeting: Greeting;
}

/**
 * Whether a Docker engine responds on this machine. Linux only: elsewhere containers don't share our
 * loopback.
 */
export function isDockerRunning(): Promise<boolean> {
  const host = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock';
  if (process.platform !== 'linux' || !host.startsWith('unix://')) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(host.slice('unix://'.length));
    const settle = (answer: boolean) => {
      resolve(answer);
      socket.destroy();
    };
    socket.setTimeout(500, () => settle(false));
    socket.on('error', () => settle(false));
    socket.on('connect', () => socket.write('GET /_ping HTTP/1.0\r\n\r\n'));
    socket.on('data', (chunk) => settle(chunk.toString('latin1').includes(' 200 ')));
  });
}

/** Runs a server in a container on the host's network, bound to 127.0.0.1 and a free port. */
export async function startContainer({
  image,
  scheme,
  command,
  greeting,
}: ContainerOptions): Promise<FreezableServer> {
  // Slow to load, and needed only here.
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  const port = await claimPort();
  const started = await new GenericContainer(image)
    .withNetworkMode('host')
    .withCommand(command(port))
    .withWaitStrategy(Wait.forLogMessage(/ready/i))
    .withStartupTimeout(120_000)
    .start();
  const client = await getContainerRuntimeClient();
  const container = client.container.getById(started.getId());
  const ready = () => waitUntilResponds(port, greeting, () => undefined);
  await ready().catch(async (error) => {
    await started.stop();
    throw error;
  });
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    async start() {
      await container.start();
      await ready();
    },
    kill: async () => void (await container.kill()),
    freeze: async () => void (await container.pause()),
    thaw: async () => void (await container.unpause()),
    // `force` also removes a killed or frozen container.
    stop: async () => void (await container.remove({ force: true, v: true })),
  };
}
