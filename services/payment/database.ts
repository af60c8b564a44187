import { openDatabase as open } from '@venue-booking/kit/postgres/openDatabase';
import { PrismaClient } from './gen/prisma/client.ts';

export const openDatabase = (url: string) => open(url, 'payment', (options) => new PrismaClient(options));

/** What finds a row of a venue by its id. */
export const byKey = (venueId: number, id: string) => ({ venueId_id: { venueId, id } });

export type PaymentDatabase = ReturnType<typeof openDatabase>;
/** The database or a transaction in it. */
export type PaymentTx = Omit<
  PaymentDatabase,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends' | 'raw'
>;
