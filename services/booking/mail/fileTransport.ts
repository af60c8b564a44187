import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAIL_FILES } from '../env.ts';
import { type EncodedMessage, type MailTransport, SendFailure } from './mailTransport.ts';

/**
 * `20261121T095721123Z-{venueId}-{bookingId}-{mailId}.eml`, ISO 8601 without the colons that some file
 * systems refuse. With a dot before it while it is being written, or when a crash has left it so.
 */
const FILE_NAME = /^\.?\d{8}T\d{9}Z-(\d+)-(\d+)-[0-9a-f-]{36}\.eml$/;

const fileName = ({ createdAt, venueId, bookingId, mailId }: EncodedMessage['of']) =>
  `${createdAt.toISOString().replace(/[-:.]/g, '')}-${venueId}-${bookingId}-${mailId}.eml`;

/**
 * Every message as a file in a folder, for its owner only; the newest are kept. Sent again it is the same.
 */
export function fileTransport(folder: string, keep = MAIL_FILES): MailTransport {
  /** Oldest first. */
  const names = async () =>
    (await readdir(folder))
      .filter((name) => FILE_NAME.test(name))
      .sort((a, b) => (a.replace('.', '') < b.replace('.', '') ? -1 : 1));
  const remove = (those: string[]) =>
    Promise.all(those.map((name) => rm(join(folder, name), { force: true })));
  return {
    async send({ of, bytes }) {
      const name = fileName(of);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const unfinished = join(folder, `.${name}`);
        await writeFile(unfinished, bytes, { mode: 0o600 });
        await rename(unfinished, join(folder, name));
        const kept = await names();
        await remove(kept.slice(0, Math.max(0, kept.length - keep)));
      } catch (error) {
        throw new SendFailure('down', `file not written (${(error as NodeJS.ErrnoException).code})`);
      }
    },
    async forget(bookings) {
      // What the venue itself was told names several guests, and is of booking 0.
      const forgotten = new Set(
        bookings.flatMap(({ venueId, bookingId }) => [`${venueId}-${bookingId}`, `${venueId}-0`]),
      );
      const kept = await names().catch(() => []);
      await remove(
        kept.filter((name) => {
          const [, venueId, bookingId] = FILE_NAME.exec(name) ?? [];
          return forgotten.has(`${venueId}-${bookingId}`);
        }),
      );
    },
    close: async () => {},
  };
}
