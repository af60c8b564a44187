/**
 * By code: HTTP status, English text and Dutch text. Other languages have a folder each. `{name}` is replaced
 * with the failure's param. A code
 * that the previous release does not know names a replacement that it does know.
 */
export type Failures = Record<string, readonly [status: number, en: string, nl: string, before?: string]>;
