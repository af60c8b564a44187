import { openDatabase as open } from '@venue-booking/kit/postgres/openDatabase';
import { PrismaClient } from './gen/prisma/client.ts';

export const openDatabase = (url: string) =>
  open(url, 'availability', (options) => new PrismaClient(options));

export type AvailabilityDatabase = ReturnType<typeof openDatabase>;
/** The database or a transaction in it. */
export type AvailabilityTx = Omit<
  AvailabilityDatabase,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'
>;
