import { openDatabase as open } from '@venue-booking/kit/postgres/openDatabase';
import { type Prisma, PrismaClient } from './gen/prisma/client.ts';

export const openDatabase = (url: string) => open(url, 'payment', (options) => new PrismaClient(options));

/** Unique key of a row of a venue. */
export const byKey = (venueId: number, id: string) => ({ venueId_id: { venueId, id } });

export type PaymentDatabase = ReturnType<typeof openDatabase>;
/** The database or a transaction in it. */
export type PaymentTx = Prisma.TransactionClient;
