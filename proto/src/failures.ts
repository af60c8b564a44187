import { bookingFailures } from './failures/booking.ts';
import { booking as deBooking } from './failures/de/booking.ts';
import { payment as dePayment } from './failures/de/payment.ts';
import { request as deRequest } from './failures/de/request.ts';
import { booking as frBooking } from './failures/fr/booking.ts';
import { payment as frPayment } from './failures/fr/payment.ts';
import { request as frRequest } from './failures/fr/request.ts';
import { paymentFailures } from './failures/payment.ts';
import { requestFailures } from './failures/request.ts';
import { Locale } from './primitives.ts';

/**
 * Every expected failure of the platform: code, HTTP status, and text in English and Dutch. The other
 * languages are in their folders.
 */
export const failures = { ...requestFailures, ...bookingFailures, ...paymentFailures } as const;

export type FailureCode = keyof typeof failures;
export type FailureParams = Record<string, string | number>;

/** An expected failure. Thrown with `throw fail('slot_full')`. */
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

/** The code and params of a failure. */
export type FailureData = Pick<Failure, 'code' | 'params'>;

/** A param with one value per language. The text in a language uses that language's value. */
export const inEachLanguage = (param: string, textIn: (language: Locale) => string): FailureParams =>
  Object.fromEntries(Locale.options.map((language) => [`${param}_${language}`, textIn(language)]));

/** Creates a {@link Failure} for the caller to throw. */
export const fail = (code: FailureCode, params?: FailureParams): Failure => new Failure(code, params);

/** A code that the previous release knows: the code itself, or its replacement. */
export const codeForPreviousRelease = (code: FailureCode): FailureCode =>
  ((failures[code] as readonly unknown[])[3] ?? code) as FailureCode;

export const failureStatus = (code: FailureCode): number => failures[code][0];

type Texts = (code: FailureCode) => string;
const german: Record<FailureCode, string> = { ...deRequest, ...deBooking, ...dePayment };
const french: Record<FailureCode, string> = { ...frRequest, ...frBooking, ...frPayment };
const texts: Record<Locale, Texts> = {
  nl: (code) => failures[code][2],
  en: (code) => failures[code][1],
  de: (code) => german[code],
  fr: (code) => french[code],
};

/** Text of a failure with its placeholders, such as `{max}`. */
export const failureTemplate = (code: FailureCode, language: Locale): string => texts[language](code);

/** Text of a failure for people. */
export const failureText = (code: FailureCode, params: FailureParams, language: Locale): string =>
  failureTemplate(code, language).replace(/\{(\w+)\}/g, (_, name: string) =>
    // A service of the previous release sends no German and French values.
    String(params[`${name}_${language}`] ?? params[`${name}_en`] ?? params[name] ?? ''),
  );
