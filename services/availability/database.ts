import { PrismaPg } from '@prisma/adapter-pg';
import { poolOptions, transactionOptions } from '@venue-booking/kit/databaseUrl';
import { preparedStatements } from '@venue-booking/kit/preparedStatements';
import { PrismaClient } from './gen/prisma/client.ts';

export const openDatabase = (url: string) =>
  new PrismaClient({
    adapter: new PrismaPg(poolOptions(url), { schema: 'availability', ...preparedStatements(url) }),
    transactionOptions,
  });

export type AvailabilityDatabase = ReturnType<typeof openDatabase>;
/** The database or a transaction in it. */
export type AvailabilityTx = Omit<
  AvailabilityDatabase,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>;
