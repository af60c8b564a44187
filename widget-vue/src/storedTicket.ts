import { attempt } from './attempt.ts';

// Which booking a guest has made here, kept in this browser. No cookie, and nothing personal. Where it keeps
// nothing the guest learns of the outcome by mail, and on the ticket.

/** One that was left for the payment page: for the way back, in whichever tab. */
const KEEP_UNPAID_MS = 24 * 3600_000;
/** One that is confirmed: for a reload of its tab. */
const KEEP_CONFIRMED_MS = 15 * 60_000;
const keyOf = (tenant: string) => `venue-booking:${tenant}`;

/** A tab's own booking comes first, which outlives the payment page: another tab may have made one since. */
const storages = [() => sessionStorage, () => localStorage];

const read = (tenant: string, storage: Storage): string | undefined => {
  const stored = storage.getItem(keyOf(tenant));
  if (!stored) return;
  const { ticketUrl, at } = JSON.parse(stored);
  if (at > Date.now() - KEEP_UNPAID_MS) return ticketUrl;
  storage.removeItem(keyOf(tenant));
};

/** Remembers a booking, by its ticket's address. A browser that keeps nothing goes without. */
export function storeTicket(tenant: string, ticketUrl: string, isUnpaid: boolean): void {
  // One that is confirmed as if it had been left so long ago that it has its quarter of an hour yet.
  const at = Date.now() - (isUnpaid ? 0 : KEEP_UNPAID_MS - KEEP_CONFIRMED_MS);
  for (const storage of isUnpaid ? storages : storages.slice(0, 1))
    attempt(() => storage().setItem(keyOf(tenant), JSON.stringify({ ticketUrl, at })));
}

/** The ticket's address of a booking that was left for payment within the last day, or just confirmed. */
export const storedTicket = (tenant: string): string | undefined =>
  storages.map((storage) => attempt(() => read(tenant, storage()))).find(Boolean);

/** Forgets a booking, but not another one that was left for payment since, in another tab say. */
export function forgetTicket(tenant: string, ticketUrl: string): void {
  for (const storage of storages)
    attempt(() => read(tenant, storage()) === ticketUrl && storage().removeItem(keyOf(tenant)));
}

/** Keeps a booking that is confirmed for a reload, and forgets one that is over. */
export function settleTicket(tenant: string, ticketUrl: string, isOver: boolean): void {
  forgetTicket(tenant, ticketUrl);
  if (!isOver) storeTicket(tenant, ticketUrl, false);
}
