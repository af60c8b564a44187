import type { Backends } from '@venue-booking/gateway/backends';

/** A reply that may have more fields than its callers read. */
type Loosely<Reply> = Reply extends (infer Each)[]
  ? Loosely<Each>[]
  : Reply extends object
    ? { [Name in keyof Reply]: Loosely<Reply[Name]> } & Record<string, unknown>
    : Reply;

/** The replies of a client's procedures, with the fields that callers read. */
type RepliesOf<Client> = {
  [Name in keyof Client]?: Client[Name] extends { query(...args: never[]): Promise<infer Reply> }
    ? Loosely<Reply>[]
    : Client[Name] extends { mutate(...args: never[]): Promise<infer Reply> }
      ? Loosely<Reply>[]
      : RepliesOf<Client[Name]>;
};

/** Replies and responses recorded at a release. */
export type Released = {
  /** By service and procedure. */
  replies: RepliesOf<Backends>;
  /** Responses of the gateway by `operationId`. */
  answers: Record<string, unknown[]>;
};
