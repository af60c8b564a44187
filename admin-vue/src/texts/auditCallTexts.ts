import type { AdminApi } from '@venue-booking/proto/admin/adminApi';

type AuditedIn<N extends keyof AdminApi> = {
  [Id in keyof AdminApi[N]['calls']]: AdminApi[N]['calls'][Id] extends
    | { method: 'GET' }
    | { changesNothing: true }
    ? never
    : Id;
}[keyof AdminApi[N]['calls']];

/** A kind of object with changes in the audit log. */
type AuditedKind = {
  [N in keyof AdminApi]: [AuditedIn<N>] extends [never] ? never : N;
}[keyof AdminApi];
/** The operations in the audit log, with those that are not in the table of admin calls. */
type AuditedCall =
  | { [N in keyof AdminApi]: AuditedIn<N> }[keyof AdminApi]
  | 'uploadImage'
  | 'startImport'
  | 'finishImport'
  | 'finishConnecting';

/** The names of operations and kinds. A new operation is a compile error in each language. */
export type AuditCallTexts = { kinds: Record<AuditedKind, string>; calls: Record<AuditedCall, string> };
