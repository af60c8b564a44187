/** The token of a ticket's address, or the text itself. */
export const tokenIn = (ticket: string): string =>
  (/\/tickets\/([^/?#]+)/.exec(ticket)?.[1] ?? ticket.trim()).slice(0, 2000);
