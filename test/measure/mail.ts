import { setTimeout as sleep } from 'node:timers/promises';
import { type Stack, startAsServices, startInOneProcess } from '../stack/stack.ts';
import { clientOf } from './client.ts';
import { askToBook } from './guests.ts';
import { short, table } from './table.ts';
import { freshSlots } from './venues.ts';
import { keepDoing, say } from './work.ts';

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

async function mailOf({ api, mail }: Stack, { atOnce, seconds, warmUpSeconds }: MailExtent) {
  mail.delayMs = ANSWER_MS;
  const slug = await api.newVenue();
  const facility = await api.newFacility(slug, { capacity: 100_000 });
  const nextSlot = freshSlots([{ slug, facility, origin: '' }]);
  const client = clientOf(api.url);
  const book = async () => {
    const { status, text } = await askToBook(client, slug, nextSlot().slotId);
    if (status !== 201) throw new Error(`booking: ${status} ${text}`);
  };
  const during = async (guests: number, length: number) => {
    say(`${guests} guests at once`);
    mail.messages.length = 0;
    const { done, perSecond } = await keepDoing(book, { atOnce: guests, seconds: length });
    const sent = mail.messages.length;
    const endedAt = performance.now();
    while (mail.messages.length < done) {
      if (performance.now() - endedAt > PATIENCE_MS)
        throw new Error(`${mail.messages.length} mails of ${done}`);
      await sleep(20);
    }
    const restSeconds = (performance.now() - endedAt) / 1000;
    return [
      guests,
      short(perSecond),
      short((sent / done) * perSecond),
      short(sent / done),
      short(restSeconds),
    ];
  };
  await during(Math.max(...atOnce), warmUpSeconds);
  const rows: (string | number)[][] = [];
  for (const guests of atOnce) rows.push(await during(guests, seconds));
  client.close();
  return rows;
}
