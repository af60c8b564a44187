import type { Locale } from './wording.ts';

/** By what they are made of, as making one takes a hundred times what using it takes. */
const formats = new Map<string, unknown>();

/** A format of Intl for a language. */
export function formatOf<Options, Format>(
  Kind: new (locale: string, options: Options) => Format,
  locale: Locale,
  options: Options,
): Format {
  const key = locale + JSON.stringify(options);
  const format =
    (formats.get(key) as Format | undefined) ?? new Kind(locale === 'en' ? 'en-GB' : 'nl-NL', options);
  formats.set(key, format);
  return format;
}
