import type { z } from 'zod';

/** What positional arguments stand for, as help says it. */
export const argHelp = {
  venue: 'Slug of the venue',
  facility: 'Id of the facility',
  date: 'The day, as YYYY-MM-DD',
  slot: 'Id of the slot',
  booking: 'Number of the booking',
  ticket: 'What the QR code of the ticket says: its link, or the token in that',
  token: 'Id of the token, as `token list` shows it',
  email: 'E-mail address of the guest',
  webhook: 'Id of the webhook',
  delivery: 'Id of the delivery, as `webhook deliveries` shows it',
  attention: 'Its id, as `attention list` shows it',
  service: 'The service that could not apply it',
  letter: 'Its id, as `dead-letter list` shows it',
} as const;
export type ArgName = keyof typeof argHelp;

/** One command: an operation of the admin API. */
export type Operation = {
  verb: string;
  does: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/admin`, as the OpenAPI description has it. */
  path: string;
  /** Positional arguments: one for each parameter of the path, in its order. */
  args?: readonly ArgName[];
  /** One more argument, sent under its own name in the query or in the body. */
  also?: { arg: ArgName; to: 'query' | 'body' };
  /** Its keys become flags. */
  body?: z.ZodType;
  query?: z.ZodType;
  pages?: Pages;
  /** What a table shows of each row. */
  columns?: readonly string[];
  /** The answer is a file of this type, written as it comes. */
  file?: 'text/csv';
  /** Whether it takes a key by which it is done once, however often it is sent. */
  keyed?: boolean;
  /** What is asked before it is done. */
  confirm?: string;
  /** What to know once it is done. */
  note?: string;
};

/** How a list is read page by page. */
export type Pages = {
  /** By the cursor in the Link header, or by a parameter that names the last row by one of its keys. */
  next: 'link' | { parameter: string; key: string };
  /** Rows of one request. */
  size: number;
  /** Rows that are shown unless told otherwise. */
  most: number;
};

/** The operations on one kind of thing. */
export type Noun = { noun: string; plural: string; about: string; operations: readonly Operation[] };
