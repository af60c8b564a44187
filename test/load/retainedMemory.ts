// A program that runs the statements and mails of bookings and prints the bytes that only a full garbage
// collection frees (docs/decisions/0070-memory-of-a-service.md), with our code and with the libraries'
// own.
import { getHeapSpaceStatistics } from 'node:v8';
import { nodemailer } from '../../services/booking/mail/transport/nodemailer.ts';
import { smtpTransport } from '../../services/booking/mail/transport/smtpTransport.ts';
import { openPool } from '../../services/kit/postgres/pool.ts';
import { startSmtp } from '../servers/smtp.ts';

const TIMES = 200;
/** Minor collections after which a young object that is still referenced is in the old space. */
const MINOR = 3;

const collect = gc as (options?: { type: 'minor' }) => void;
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

async function keptBy(work: () => Promise<unknown>): Promise<number> {
  // Warm-up for what is created once: connections, prepared statements, compiled code.
  for (let i = 0; i < TIMES; i++) await work();
  collect();
  const before = oldBytes();
  for (let i = 0; i < TIMES; i++) {
    await work();
    // The result of the call is still referenced in the same tick.
    await new Promise(setImmediate);
    if (i % 10 === 9) for (let minor = 0; minor < MINOR; minor++) collect({ type: 'minor' });
  }
  return Math.round((oldBytes() - before) / TIMES);
}

const [url = ''] = process.argv.slice(2);
const own = openPool(url);
const byPg = openPool(url, { query_timeout: 60_000 });
const ask = (pool: typeof own) => () => pool.query('SELECT $1::text AS text', ['text '.repeat(400)]);

const smtp = await startSmtp();
smtp.keeps = false;
const message = {
  of: { venueId: 1, bookingId: 2, mailId: '3', createdAt: new Date() },
  envelope: { from: 'venue@example.com', to: ['anna@example.com'] },
  bytes: Buffer.from(`Subject: booked\r\n\r\n${'text\r\n'.repeat(500)}`),
};
const transport = smtpTransport(smtp.url);
const byNodemailer = nodemailer().createTransport({ url: smtp.url, pool: true, maxConnections: 1 });

const kept = {
  statement: await keptBy(ask(own)),
  statementByPg: await keptBy(ask(byPg)),
  mail: await keptBy(() => transport.send(message)),
  mailByNodemailer: await keptBy(() =>
    byNodemailer.sendMail({ envelope: message.envelope, raw: message.bytes }),
  ),
};
process.stdout.write(JSON.stringify(kept));
await Promise.all([own.end(), byPg.end(), transport.close()]);
byNodemailer.close();
await smtp.stop();
