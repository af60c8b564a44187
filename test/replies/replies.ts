import type { Backends } from '@venue-booking/gateway/backends';

/** A reply that says more than its callers read, of which they take no notice. */
type Loosely<Reply> = Reply extends (infer Each)[]
  ? Loosely<Each>[]
  : Reply extends object
    ? { [Name in keyof Reply]: Loosely<Reply[Name]> } & Record<string, unknown>
    : Reply;

/** What the procedures of a client may reply, as its callers read it. */
type RepliesOf<Client> = {
  [Name in keyof Client]?: Client[Name] extends { query(...args: never[]): Promise<infer Reply> }
    ? Loosely<Reply>[]
    : Client[Name] extends { mutate(...args: never[]): Promise<infer Reply> }
      ? Loosely<Reply>[]
      : RepliesOf<Client[Name]>;
};

/** What was said at a release. */
export type Released = {
  /** By service and procedure. */
  replies: RepliesOf<Backends>;
  /** Of the gateway, by `operationId`. */
  answers: Record<string, unknown[]>;
};
