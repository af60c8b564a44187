import type { Backends } from '@venue-booking/gateway/backends';

/** What the procedures of a client may reply, as its callers read it. */
type RepliesOf<Client> = {
  [Name in keyof Client]?: Client[Name] extends { query(...args: never[]): Promise<infer Reply> }
    ? Reply[]
    : Client[Name] extends { mutate(...args: never[]): Promise<infer Reply> }
      ? Reply[]
      : RepliesOf<Client[Name]>;
};

/** What was said at a release. */
export type Released = {
  /** By service and procedure. */
  replies: RepliesOf<Backends>;
  /** Of the gateway, by `operationId`. */
  answers: Record<string, unknown[]>;
};
