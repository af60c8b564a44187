import type { AdminCall } from '@venue-booking/proto/admin/adminCall';
import type { Flag } from './flags.ts';

/** A command: a call of the admin API with its arguments and flags. */
export type Operation = Pick<
  AdminCall,
  'verb' | 'does' | 'more' | 'method' | 'argument' | 'columns' | 'confirm' | 'confirmPaid' | 'note' | 'pdf'
> & {
  /** Path below `/api/admin`, as in the OpenAPI description. */
  path: string;
  /** Positional arguments: the parameters of the path in order, then `argument`. */
  args: readonly { name: string; about: string; isDate: boolean }[];
  /** Flags for the other properties of its input. */
  flags: readonly Flag[];
  /** Where the input is sent; undefined without input. */
  sends: 'query' | 'body' | undefined;
  /** Whether it accepts an idempotency key. */
  idempotent: boolean;
  pages?: Pages | undefined;
  /** Media type, if the response is a file to stream. */
  file?: 'text/csv';
};

/** How a list is paginated. */
export type Pages = {
  next: NonNullable<AdminCall['pages']>;
  /** Rows per request. */
  size: number;
  /** Rows to show by default. */
  most: number;
};

/** The operations on one kind of object. */
export type Noun = {
  noun: string;
  plural: string;
  about: string;
  verbs: readonly string[];
  readonly operations: readonly Operation[];
};
