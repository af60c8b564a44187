// Which unpaid booking a guest has left for the payment page, kept in this browser for the way back. No
// cookie, and nothing personal.

const KEEP_MS = 24 * 3600_000;
const keyOf = (tenant: string) => `venue-booking:${tenant}`;

/** Remembers a booking whose payment is under way. A browser that keeps nothing goes without. */
export function storeTicket(tenant: string, ticketUrl: string): void {
  try {
    localStorage.setItem(keyOf(tenant), JSON.stringify({ ticketUrl, at: Date.now() }));
  } catch {
    // Storage is switched off or full: the guest learns of the outcome by mail, and on the ticket.
  }
}

/** The ticket's address of a booking that was left for payment within the last day. */
export function storedTicket(tenant: string): string | undefined {
  try {
    const { ticketUrl, at } = JSON.parse(localStorage.getItem(keyOf(tenant)) ?? '');
    if (at > Date.now() - KEEP_MS) return ticketUrl;
    localStorage.removeItem(keyOf(tenant));
  } catch {
    // Switched off, or nothing of ours in it: there is no booking to show.
  }
}

/**
 * Forgets a booking that is settled, but not another one that was left for payment since, in another tab say.
 */
export function forgetTicket(tenant: string, ticketUrl: string): void {
  if (storedTicket(tenant) === ticketUrl) localStorage.removeItem(keyOf(tenant));
}
