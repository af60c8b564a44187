import { PrismaPg } from '@prisma/adapter-pg';
import { poolOptions, transactionOptions } from '@venue-booking/kit/postgres/databaseUrl';
import { preparedStatements } from '@venue-booking/kit/postgres/preparedStatements';
import { PrismaClient } from './gen/prisma/client.ts';

export const openDatabase = (url: string) =>
  new PrismaClient({
    adapter: new PrismaPg(poolOptions(url), { schema: 'booking', ...preparedStatements(url) }),
    transactionOptions,
  });

export type BookingDatabase = ReturnType<typeof openDatabase>;
/** The database or a transaction in it. */
export type BookingTx = Omit<
  BookingDatabase,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>;
