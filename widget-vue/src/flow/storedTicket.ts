import { attempt } from '../browser/attempt.ts';

// The booking that a guest made here, stored in this browser. No cookie and no personal data. If the browser
// stores nothing, the guest sees the outcome in the mail and on the ticket.

/** An unpaid booking, for the return from payment in any tab. */
const KEEP_UNPAID_MS = 24 * 3600_000;
/** A confirmed booking, for a reload of its tab. */
const KEEP_CONFIRMED_MS = 15 * 60_000;
const keyOf = (tenant: string) => `venue-booking:${tenant}`;

/**
 * Session storage first: it outlives the visit to the payment page, and another tab may have made a newer
 * booking.
 */
const storages = [() => sessionStorage, () => localStorage];

const read = (tenant: string, storage: Storage): string | undefined => {
  const stored = storage.getItem(keyOf(tenant));
  if (!stored) return;
  const { ticketUrl, at } = JSON.parse(stored);
  if (at > Date.now() - KEEP_UNPAID_MS) return ticketUrl;
  storage.removeItem(keyOf(tenant));
};

/** Stores the ticket URL of a booking. Does nothing if the browser stores nothing. */
export function storeTicket(tenant: string, ticketUrl: string, isUnpaid: boolean): void {
  // A confirmed booking gets an earlier timestamp, so that it expires after KEEP_CONFIRMED_MS.
  const at = Date.now() - (isUnpaid ? 0 : KEEP_UNPAID_MS - KEEP_CONFIRMED_MS);
  for (const storage of isUnpaid ? storages : storages.slice(0, 1))
    attempt(() =>
      storage().setItem(keyOf(tenant), JSON.stringify({ ticketUrl, at, left: isUnpaid || undefined })),
    );
}

/** The ticket URL of a booking that awaits payment since at most a day, or was just confirmed. */
export const storedTicket = (tenant: string): string | undefined =>
  storages.map((storage) => attempt(() => read(tenant, storage()))).find(Boolean);

/** Returns true once after the guest left for the payment page, and clears the mark. */
export function takeReturn(tenant: string): boolean {
  const took = storages.map((storage) =>
    attempt(() => {
      const stored = JSON.parse(storage().getItem(keyOf(tenant)) ?? '{}');
      if (stored.left) storage().setItem(keyOf(tenant), JSON.stringify({ ...stored, left: undefined }));
      return !!stored.left;
    }),
  );
  return took.includes(true);
}

/** Removes a booking, but not a newer one, for example from another tab. */
export function deleteStoredTicket(tenant: string, ticketUrl: string): void {
  for (const storage of storages)
    attempt(() => read(tenant, storage()) === ticketUrl && storage().removeItem(keyOf(tenant)));
}

/** Keeps a confirmed booking for a reload, and removes an expired or cancelled one. */
export function settleTicket(tenant: string, ticketUrl: string, isOver: boolean): void {
  deleteStoredTicket(tenant, ticketUrl);
  if (!isOver) storeTicket(tenant, ticketUrl, false);
}
