/** The token in a ticket URL, or the trimmed text if it is not a ticket URL. At most 2000 characters. */
export const tokenIn = (ticket: string): string =>
  (/\/tickets\/([^/?#]+)/.exec(ticket)?.[1] ?? ticket.trim()).slice(0, 2000);
