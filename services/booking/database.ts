import { openDatabase as open } from '@venue-booking/kit/postgres/openDatabase';
import type { RawSql } from '@venue-booking/kit/postgres/rawDatabase';
import { PrismaClient } from './gen/prisma/client.ts';

export const openDatabase = (url: string) => open(url, 'booking', (options) => new PrismaClient(options));

export type BookingDatabase = ReturnType<typeof openDatabase>;
/** The database or a transaction, for raw statements only. */
export type BookingTx = RawSql;
