import type { Locale } from './wording.ts';

/** Cached, because creating a format costs a hundred times more than using it. */
const formats = new Map<string, unknown>();

/** A cached `Intl` format for a locale and options. */
export function formatOf<Options, Format>(
  Kind: new (locale: string, options: Options) => Format,
  locale: Locale,
  options: Options,
): Format {
  const key = locale + JSON.stringify(options);
  const format =
    (formats.get(key) as Format | undefined) ?? new Kind(locale === 'en' ? 'en-GB' : locale, options);
  formats.set(key, format);
  return format;
}
