import { bookingFailures } from './failures/booking.ts';
import { paymentFailures } from './failures/payment.ts';
import { requestFailures } from './failures/request.ts';
import type { Locale } from './primitives.ts';

/** Every expected failure of the platform: a closed code, its HTTP status and its text in both languages. */
export const failures = { ...requestFailures, ...bookingFailures, ...paymentFailures } as const;

export type FailureCode = keyof typeof failures;
export type FailureParams = Record<string, string | number>;

/** An expected failure on its way to whoever asked. Thrown with `throw fail('slot_full')`. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly params: FailureParams;

  constructor(code: FailureCode, params: FailureParams = {}) {
    super(code);
    this.name = 'Failure';
    this.code = code;
    this.params = params;
  }
}

/** A failure as an answer tells it. */
export type Refusal = Pick<Failure, 'code' | 'params'>;

/** A param that is said otherwise in each language, to be told in that of the text. */
export const saidInBoth = (param: string, saidIn: (language: Locale) => string): FailureParams => ({
  [`${param}_nl`]: saidIn('nl'),
  [`${param}_en`]: saidIn('en'),
});

/** Makes a {@link Failure}; the caller throws it. */
export const fail = (code: FailureCode, params?: FailureParams): Failure => new Failure(code, params);

/** A code that the release before knows: this one, or the one that stands in for it there. */
export const failureBefore = (code: FailureCode): FailureCode =>
  ((failures[code] as readonly unknown[])[3] ?? code) as FailureCode;

/** HTTP status of a failure. */
export const failureStatus = (code: FailureCode): number => failures[code][0];

/** Text of a failure for people. */
export const failureText = (code: FailureCode, params: FailureParams, language: Locale): string =>
  failures[code][language === 'nl' ? 2 : 1].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(params[`${name}_${language}`] ?? params[name] ?? ''),
  );
