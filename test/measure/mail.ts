import { setTimeout as sleep } from 'node:timers/promises';
import { type Stack, startAsServices, startInOneProcess } from '../stack/stack.ts';
import { type Crowd, crowdOf } from './crowd.ts';
import { short, table } from './table.ts';
import { type Pace, type Pacing, say } from './work.ts';

/** How many guests book at once, for how many seconds each, after so many to warm up. */
export type MailExtent = { atOnce: number[]; seconds: number; warmUpSeconds: number };

export const FULL_MAIL: MailExtent = { atOnce: [2, 4, 16], seconds: 8, warmUpSeconds: 4 };
export const QUICK_MAIL: MailExtent = { atOnce: [4], seconds: 0.4, warmUpSeconds: 0.1 };

/** What a mail server takes to answer a message that is near, in ms. */
const ANSWER_MS = 5;
/** Longest that what is left may take, in ms. */
const PATIENCE_MS = 60_000;

const settings = { env: { MAX_REQUESTS_PER_SECOND: '0' } };
const ways = {
  'one process': () => startInOneProcess(settings),
  services: () => startAsServices(settings),
};

/** Has guests book at one venue as fast as they can, and tells how much of the mail went out meanwhile. */
export async function measureMail(extent: MailExtent): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const [name, start] of Object.entries(ways)) {
    const stack = await start();
    try {
      rows.push(...(await mailOf(stack, extent)).map((row) => [name, ...row]));
    } finally {
      await stack.stop();
    }
  }
  return table(
    ['as', 'guests at once', 'bookings a second', 'mails a second', 'mails per booking', 'the rest, s later'],
    rows,
  );
}

/** How bookings went, what share of their mails was out by then, and in how many seconds the rest was. */
type MailPace = { pace: Pace; share: number; restSeconds: number };

/** Has guests book at once, at a mail server that takes a while, and watches the mail. */
export async function watchMail({ mail }: Stack, crowd: Crowd, coming: Pacing): Promise<MailPace> {
  mail.delayMs = ANSWER_MS;
  const before = mail.received;
  const pace = await crowd(coming);
  const sent = mail.received - before;
  const endedAt = performance.now();
  while (mail.received - before < pace.done) {
    if (performance.now() - endedAt > PATIENCE_MS)
      throw new Error(`${mail.received - before} mails of ${pace.done}`);
    await sleep(20);
  }
  mail.delayMs = 0;
  return { pace, share: sent / pace.done, restSeconds: (performance.now() - endedAt) / 1000 };
}

async function mailOf(stack: Stack, { atOnce, seconds, warmUpSeconds }: MailExtent) {
  stack.mail.keeps = false;
  const slug = await stack.api.newVenue();
  const facility = await stack.api.newFacility(slug, { capacity: 100_000 });
  const crowd = crowdOf(stack.api.url, [{ slug, facility, origin: '' }]);
  const during = async (guests: number, length: number) => {
    say(`${guests} guests at once`);
    const coming = { atOnce: guests, seconds: length };
    const { pace, share, restSeconds } = await watchMail(stack, crowd, coming);
    const rates = [pace.perSecond, share * pace.perSecond, share, restSeconds];
    return [guests, ...rates.map(short)];
  };
  await during(Math.max(...atOnce), warmUpSeconds);
  const rows: (string | number)[][] = [];
  for (const guests of atOnce) rows.push(await during(guests, seconds));
  return rows;
}
