import { openDatabase as open } from '@venue-booking/kit/postgres/openDatabase';
import type { RawSql } from '@venue-booking/kit/postgres/rawDatabase';
import { PrismaClient } from './gen/prisma/client.ts';

export const openDatabase = (url: string) =>
  open(url, 'availability', (options) => new PrismaClient(options));

export type AvailabilityDatabase = ReturnType<typeof openDatabase>;
/** The database or a transaction in it, without the models. */
export type AvailabilityTx = RawSql;
