import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the range for outgoing connections, any of which could take a port before its server starts. */
const [FIRST, COUNT] = [15_000, 17_000];
const TRIES = 500;

/**
 * Returns a port on 127.0.0.1 that nothing listens on. No other caller gets it until this process ends,
 * because this process binds the UDP port of that number. No server under test uses UDP, and two processes
 * can't bind the same port.
 */
export async function claimPort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
  throw new Error(`No port is free between ${FIRST} and ${FIRST + COUNT}.`);
}

const claim = (port: number) =>
  new Promise<boolean>((resolve) => {
    const claimed = createSocket('udp4').unref();
    claimed.once('error', () => resolve(false));
    claimed.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
