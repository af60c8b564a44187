import { openDatabase as open } from '@venue-booking/kit/postgres/openDatabase';
import { type Prisma, PrismaClient } from './gen/prisma/client.ts';

export const openDatabase = (url: string) => open(url, 'catalog', (options) => new PrismaClient(options));

export type CatalogDatabase = ReturnType<typeof openDatabase>;
/** The database or a transaction in it. */
export type CatalogTx = Prisma.TransactionClient;
