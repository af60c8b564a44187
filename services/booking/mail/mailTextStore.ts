import type { OfMailText } from '@venue-booking/proto/mailText';
import type { BookingDatabase } from '../database.ts';
import type { MailText as Row } from '../gen/prisma/client.ts';

/** A venue's own text, or null. */
export const findOwnText = (database: BookingDatabase, of: OfMailText): Promise<Row | null> =>
  database.mailText.findUnique({ where: { venueId_kind_language: of } });

/** All own texts of a venue. */
export const listOwnTexts = (database: BookingDatabase, venueId: number): Promise<Row[]> =>
  database.mailText.findMany({ where: { venueId } });

/** Keeps a venue's own text, over one that is there. */
export const saveOwnText = (
  database: BookingDatabase,
  of: OfMailText,
  text: { subject: string | null; body: string },
): Promise<Row> =>
  database.mailText.upsert({
    where: { venueId_kind_language: of },
    create: { ...of, ...text },
    update: text,
  });

/** Forgets a venue's own text, if there is one. */
export async function deleteOwnText(
  database: BookingDatabase,
  { venueId, kind, language }: OfMailText,
): Promise<void> {
  await database.mailText.deleteMany({ where: { venueId, kind, language } });
}
