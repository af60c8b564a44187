import { openDatabase as open } from '@venue-booking/kit/postgres/openDatabase';
import { PrismaClient } from './gen/prisma/client.ts';

export const openDatabase = (url: string) => open(url, 'booking', (options) => new PrismaClient(options));

export type BookingDatabase = ReturnType<typeof openDatabase>;
/** The database or a transaction in it. */
export type BookingTx = Omit<
  BookingDatabase,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>;
