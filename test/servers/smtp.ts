import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** A message as it arrived. */
export type Received = {
  /** The envelope. */
  from: string;
  to: string[];
  raw: string;
  mail: Email;
};

/**
 * How the server treats a recipient: a code such as 550 or 451, `hang` for no response to the message, or
 * undefined to accept it.
 */
type Treatment = number | 'hang' | undefined;

export type SmtpSink = Awaited<ReturnType<typeof startSmtp>>;

/**
 * An SMTP server on 127.0.0.1 that stores what it receives. It can be stopped and started again on the same
 * port.
 */
export async function startSmtp() {
  const messages: Received[] = [];
  const sink = {
    messages,
    /** How many messages were received. */
    received: 0,
    /** Whether messages are parsed and stored; counting alone costs less. */
    keeps: true,
    /** The messages to an address. */
    to: (address: string) => messages.filter(({ to }) => to.includes(address)),
    /** How recipients are treated; tests replace it. */
    treat: (_recipient: string): Treatment => undefined,
    /** Delay of the response to a message, in ms. */
    delayMs: 0,
    /** The user and password that clients must send, if any. */
    credentials: null as { user: string; pass: string } | null,
    port: 0,
    get url() {
      return `smtp://127.0.0.1:${sink.port}`;
    },
    /** Listens again on the same port. */
    async start() {
      server = await listen(sink.port);
      sink.port = (server.server.address() as AddressInfo).port;
    },
    /** Closes all connections and stops listening. */
    async stop() {
      const stopping = server;
      server = undefined;
      if (!stopping) return;
      for (const connection of stopping.connections) connection._socket.destroy();
      await new Promise<void>((resolve) => stopping.close(() => resolve()));
    },
  };
  let server: SMTPServer | undefined;

  const keep = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const to = session.envelope.rcptTo.map(({ address }) => address);
    if (to.some((address) => sink.treat(address) === 'hang')) return new Promise<void>(() => {});
    if (sink.delayMs > 0) await sleep(sink.delayMs);
    sink.received += 1;
    if (!sink.keeps) return;
    const raw = Buffer.concat(chunks);
    const { mailFrom } = session.envelope;
    messages.push({
      from: mailFrom ? mailFrom.address : '',
      to,
      raw: raw.toString('latin1'),
      mail: await PostalMime.parse(raw),
    });
  };

  const listen = (port: number) =>
    new Promise<SMTPServer>((resolve, reject) => {
      const starting = new SMTPServer({
        disabledCommands: sink.credentials ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
        authOptional: sink.credentials === null,
        allowInsecureAuth: true,
        disableReverseLookup: true,
        closeTimeout: 200,
        logger: false,
        onAuth({ username, password }, _session, callback) {
          const known = username === sink.credentials?.user && password === sink.credentials?.pass;
          callback(known ? null : new Error('wrong password'), known ? { user: username } : undefined);
        },
        onRcptTo({ address }, _session, callback) {
          const treatment = sink.treat(address);
          if (typeof treatment !== 'number') return callback();
          callback(Object.assign(new Error(`<${address}> is refused`), { responseCode: treatment }));
        },
        onData(stream, session, callback) {
          keep(stream, session).then(() => callback(), callback);
        },
      });
      // Once the server listens, `reject` has no effect: connections that clients break off are no error.
      starting.on('error', reject);
      starting.listen(port, '127.0.0.1', () => resolve(starting));
    });

  await sink.start();
  return sink;
}
