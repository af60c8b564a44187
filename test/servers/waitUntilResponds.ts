import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What to send to a server, and how the response of a working one begins. */
export interface Greeting {
  send: string | Uint8Array;
  expect: string | RegExp;
}

/**
 * Waits until the server at that port of 127.0.0.1 responds as expected. Throws after 15 s, or as soon as
 * `ended` returns a reason.
 */
export async function waitUntilResponds(
  port: number,
  greeting: Greeting,
  ended: () => string | undefined,
): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!(await answers(port, greeting))) {
    const reason = ended();
    if (reason) throw new Error(reason);
    if (Date.now() > deadline) throw new Error('it did not respond within 15 s');
    await sleep(20);
  }
}

function answers(port: number, { send, expect }: Greeting): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const settle = (answer: boolean) => {
      resolve(answer);
      socket.destroy();
    };
    socket.setTimeout(1_000, () => settle(false));
    socket.on('error', () => settle(false));
    socket.on('close', () => settle(false));
    socket.on('connect', () => socket.write(send));
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      settle(typeof expect === 'string' ? text.startsWith(expect) : expect.test(text));
    });
  });
}
