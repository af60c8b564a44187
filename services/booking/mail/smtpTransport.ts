import { once } from 'node:events';
import { Readable } from 'node:stream';
import { abortedAfter } from '@venue-booking/kit/process/aborted';
import { connectionReason } from '@venue-booking/kit/process/connectionReason';
import { type MailTransport, SendFailure } from './mailTransport.ts';
import { nodemailer } from './nodemailer.ts';

/** Longest waits, in ms; `totalMs` for a whole message, as a server may trickle its answers. */
export type SmtpWaits = { connectMs: number; greetingMs: number; answerMs: number; totalMs: number };
const WAITS: SmtpWaits = { connectMs: 10_000, greetingMs: 10_000, answerMs: 30_000, totalMs: 60_000 };

/** Shorter than servers keep idle connections: a message seldom meets one that was closed. */
const IDLE_MS = 20_000;

/**
 * Sends over SMTP, over a few connections that are kept.
 * @param options.connections how many at once: what a server answers in, times what is to be sent in a second
 * @param url `smtp://` (STARTTLS when offered) or `smtps://`, with user and password when the server wants
 * them
 */
export function smtpTransport(
  url: string,
  { waits = WAITS, connections = 1 }: { waits?: SmtpWaits; connections?: number } = {},
): MailTransport {
  const transport = nodemailer().createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // Only ever done when nothing of the message was sent yet over a connection that turned out to be closed.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    connectionTimeout: waits.connectMs,
    greetingTimeout: waits.greetingMs,
    socketTimeout: waits.answerMs,
    dnsTimeout: waits.connectMs,
  });
  // A message is ready as it is: nodemailer would lead it through three streams and a pipeline of its own.
  transport.use('stream', ({ data, message }, done) => {
    Object.assign(message ?? {}, { createReadStream: () => Readable.from(data.raw as Buffer) });
    done();
  });
  /** Whether the server greets us and lets us in, on a connection of its own. */
  const answers = (stopped?: AbortSignal): Promise<boolean> =>
    abortedAfter(
      waits.connectMs,
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
        await abortedAfter(
          waits.totalMs,
          (signal) => transport.sendMail({ envelope, raw: bytes, signal }),
          stopped,
        );
      } catch (error) {
        const failure = sendFailureOf(error as SmtpError);
        // Without an answer it may have been the message that the server choked on.
        const unanswered = failure.refusal === 'down' && (error as SmtpError).responseCode === undefined;
        throw unanswered && (await answers(stopped)) ? new SendFailure('later', failure.message) : failure;
      }
    },
    async check() {
      await transport.verify().catch((error) => {
        throw new Error(connectionReason(error));
      });
    },
    forget: async () => {},
    close: async () => transport.close({ force: true }),
  };
}

/** What nodemailer tells of a failure: its own code, the server's, and at which command. */
type SmtpError = { code?: string; responseCode?: number; command?: string };

/** Commands whose answer is about this message; at any other the server refuses us as a whole. */
const ABOUT_THE_MESSAGE = ['RCPT TO', 'DATA'];

/** Whether a failure is about the message, for good or for now, or about the server. */
export function sendFailureOf(error: SmtpError): SendFailure {
  const { code, responseCode, command = '' } = error;
  const unanswered = code === undefined ? 'unknown' : connectionReason(error);
  const at = responseCode === undefined ? unanswered : `SMTP ${responseCode}`;
  const note = command === '' || command === 'API' ? at : `${at} at ${command}`;
  // Nodemailer itself refused to send it: an address that is none, a message larger than the server takes.
  if (responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return new SendFailure('refused', note);
  // 421: the server closes; 503: out of step, which another connection mends.
  if (responseCode === undefined || responseCode === 421 || !ABOUT_THE_MESSAGE.includes(command))
    return new SendFailure('down', note);
  return new SendFailure(responseCode >= 500 && responseCode !== 503 ? 'refused' : 'later', note);
}
