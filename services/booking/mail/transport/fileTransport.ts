import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAIL_FILES } from '../../env.ts';
import { type EncodedMessage, type MailTransport, SendFailure } from './mailTransport.ts';

/**
 * `20261121T095721123Z-{venueId}-{bookingId}-{mailId}.eml`: ISO 8601 without colons, which some file systems
 * reject. A leading dot marks a file that is being written, or that a crash left unfinished.
 */
const FILE_NAME = /^\.?\d{8}T\d{9}Z-(\d+)-(\d+)-[0-9a-f-]{36}\.eml$/;

const fileName = ({ createdAt, venueId, bookingId, mailId }: EncodedMessage['of']) =>
  `${createdAt.toISOString().replace(/[-:.]/g, '')}-${venueId}-${bookingId}-${mailId}.eml`;

/**
 * Writes each message to a file in a folder, readable by its owner only, and keeps the newest `keep` files.
 * Sending a message again overwrites its file.
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
        throw new SendFailure('unavailable', `file not written (${(error as NodeJS.ErrnoException).code})`);
      }
    },
    async delete(bookings) {
      // Mails to the venue name several guests and have booking id 0.
      const deleted = new Set(
        bookings.flatMap(({ venueId, bookingId }) => [`${venueId}-${bookingId}`, `${venueId}-0`]),
      );
      const kept = await names().catch(() => []);
      await remove(
        kept.filter((name) => {
          const [, venueId, bookingId] = FILE_NAME.exec(name) ?? [];
          return deleted.has(`${venueId}-${bookingId}`);
        }),
      );
    },
    close: async () => {},
  };
}
