import { once } from 'node:events';
import { Readable } from 'node:stream';
import { abortAfter } from '@venue-booking/kit/concurrency/abortAfter';
import { connectionReason } from '@venue-booking/kit/errors/connectionReason';
import { type MailTransport, SendFailure } from './mailTransport.ts';
import { nodemailer } from './nodemailer.ts';

/** Timeouts in ms. `totalMs` covers a whole message, because a server may respond very slowly. */
export type SmtpTimeouts = { connectMs: number; greetingMs: number; responseMs: number; totalMs: number };
const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, greetingMs: 10_000, responseMs: 30_000, totalMs: 60_000 };

/** Shorter than the idle timeout of servers, so that a connection is rarely already closed. */
const IDLE_MS = 20_000;

/**
 * Sends over SMTP with a pool of connections.
 * @param options.connections pool size: the server's response time times the messages per second
 * @param url `smtp://` (STARTTLS if offered) or `smtps://`, with user and password if required
 */
export function smtpTransport(
  url: string,
  { timeouts = TIMEOUTS, connections = 1 }: { timeouts?: SmtpTimeouts; connections?: number } = {},
): MailTransport {
  const transport = nodemailer().createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // Only happens if the connection turns out to be closed before anything of the message was sent.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.responseMs,
    dnsTimeout: timeouts.connectMs,
  });
  // The message is already encoded. Nodemailer's three streams stay in memory until the next full collection.
  transport.use('stream', ({ data, message }, done) => {
    Object.assign(message ?? {}, { createReadStream: () => Readable.from(data.raw as Buffer) });
    done();
  });
  /** Whether the server accepts a separate connection and login. */
  const answers = (stopped?: AbortSignal): Promise<boolean> =>
    abortAfter(
      timeouts.connectMs,
      async (signal) => {
        if (signal.aborted) return false;
        const verified = transport.verify().then(
          () => true,
          () => false,
        );
        return Promise.race([verified, once(signal, 'abort').then(() => false)]);
      },
      stopped,
    );
  return {
    async send({ envelope, bytes }, stopped) {
      try {
        await abortAfter(
          timeouts.totalMs,
          (signal) => transport.sendMail({ envelope, raw: bytes, signal }),
          stopped,
        );
      } catch (error) {
        const failure = sendFailureOf(error as SmtpError);
        // Without a response, this message may have caused the failure of the server.
        const unanswered = failure.kind === 'unavailable' && (error as SmtpError).responseCode === undefined;
        throw unanswered && (await answers(stopped))
          ? new SendFailure('temporary', failure.message)
          : failure;
      }
    },
    async check() {
      await transport.verify().catch((error) => {
        throw new Error(connectionReason(error));
      });
    },
    delete: async () => {},
    close: async () => transport.close({ force: true }),
  };
}

/** An error of nodemailer: its own code, the server's code, and the SMTP command. */
type SmtpError = { code?: string; responseCode?: number; command?: string };

/** Commands whose failure concerns this message. At any other command, the server rejects the session. */
const ABOUT_THE_MESSAGE = ['RCPT TO', 'DATA'];

/** Classifies a failure: of the message, permanent or temporary, or of the server. */
export function sendFailureOf(error: SmtpError): SendFailure {
  const { code, responseCode, command = '' } = error;
  const unanswered = code === undefined ? 'unknown' : connectionReason(error);
  const at = responseCode === undefined ? unanswered : `SMTP ${responseCode}`;
  const note = command === '' || command === 'API' ? at : `${at} at ${command}`;
  // Nodemailer rejected the message: an invalid address, or larger than the server accepts.
  if (responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return new SendFailure('permanent', note);
  // 421: the server is closing. 503: bad sequence of commands, which a new connection fixes.
  if (responseCode === undefined || responseCode === 421 || !ABOUT_THE_MESSAGE.includes(command))
    return new SendFailure('unavailable', note);
  return new SendFailure(responseCode >= 500 && responseCode !== 503 ? 'permanent' : 'temporary', note);
}
