/**
 * By code: HTTP status, text in English and in Dutch, where `{name}` is filled from the failure's params. A
 * code that the release before does not know names one that it does, which stands in for it there.
 */
export type Failures = Record<string, readonly [status: number, en: string, nl: string, before?: string]>;
