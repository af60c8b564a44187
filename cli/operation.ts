import type { AdminCall } from '@venue-booking/proto/admin/adminCall';
import type { Flag } from './flags.ts';

/** One command: a call of the admin API as it is typed. */
export type Operation = Pick<
  AdminCall,
  'verb' | 'does' | 'more' | 'method' | 'argument' | 'columns' | 'confirm' | 'confirmPaid' | 'note'
> & {
  /** Below `/api/admin`, as the OpenAPI description has it. */
  path: string;
  /** Positional arguments: one for each parameter of the path, in its order, then `argument`. */
  args: readonly { name: string; about: string; isDate: boolean }[];
  /** For the other keys of its input. */
  flags: readonly Flag[];
  /** Where its input goes; absent without one. */
  sends: 'query' | 'body' | undefined;
  /** Whether it takes a key by which it is done once, however often it is sent. */
  keyed: boolean;
  pages?: Pages | undefined;
  /** The answer is a file of this type, written as it comes. */
  file?: 'text/csv';
};

/** How a list is read page by page. */
export type Pages = {
  next: NonNullable<AdminCall['pages']>;
  /** Rows of one request. */
  size: number;
  /** Rows that are shown unless told otherwise. */
  most: number;
};

/** The operations on one kind of thing. */
export type Noun = { noun: string; plural: string; about: string; operations: readonly Operation[] };
