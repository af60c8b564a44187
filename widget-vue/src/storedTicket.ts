// Which booking a guest has made here, kept in this browser. No cookie, and nothing personal.

/** One that was left for the payment page: for the way back, in whichever tab. */
const KEEP_UNPAID_MS = 24 * 3600_000;
/** One that is confirmed: for a reload of its tab. */
const KEEP_CONFIRMED_MS = 15 * 60_000;
const keyOf = (tenant: string) => `venue-booking:${tenant}`;

const read = (storage: Storage, tenant: string, keepMs: number): string | undefined => {
  const stored = storage.getItem(keyOf(tenant));
  if (!stored) return;
  const { ticketUrl, at } = JSON.parse(stored);
  if (at > Date.now() - keepMs) return ticketUrl;
  storage.removeItem(keyOf(tenant));
};

/** Remembers a booking, by its ticket's address. A browser that keeps nothing goes without. */
export function storeTicket(tenant: string, ticketUrl: string, isUnpaid: boolean): void {
  try {
    const storage = isUnpaid ? localStorage : sessionStorage;
    storage.setItem(keyOf(tenant), JSON.stringify({ ticketUrl, at: Date.now() }));
  } catch {
    // Storage is switched off or full: the guest learns of the outcome by mail, and on the ticket.
  }
}

/** The ticket's address of a booking that was left for payment within the last day, or just confirmed. */
export function storedTicket(tenant: string): string | undefined {
  try {
    return read(localStorage, tenant, KEEP_UNPAID_MS) ?? read(sessionStorage, tenant, KEEP_CONFIRMED_MS);
  } catch {
    // Switched off, or nothing of ours in it: there is no booking to show.
  }
}

/** Forgets a booking, but not another one that was left for payment since, in another tab say. */
export function forgetTicket(tenant: string, ticketUrl: string): void {
  if (storedTicket(tenant) === ticketUrl) localStorage.removeItem(keyOf(tenant));
  if (storedTicket(tenant) === ticketUrl) sessionStorage.removeItem(keyOf(tenant));
}

/** Keeps a booking that is confirmed for a reload, and forgets one that is over. */
export function settleTicket(tenant: string, ticketUrl: string, isOver: boolean): void {
  forgetTicket(tenant, ticketUrl);
  if (!isOver) storeTicket(tenant, ticketUrl, false);
}
