import type { Texts } from './languages/nl.ts';
import { type Locale, texts } from './wording.ts';

/** Name and digest of each language's file. */
type Files = { [locale in Locale]?: { file: string; integrity: string } };
/** The build fills them in; outside of it there are none. */
declare const LANGUAGE_FILES: Files;

/** The widget shows another language if the texts take longer, in ms. */
const TIMEOUT_MS = 6000;

/** @see loadTexts */
export function textsLoader(files: Files) {
  const loading = new Map<Locale, Promise<void>>();

  const load = async (locale: Locale, folders: readonly string[]) => {
    const { file, integrity = '' } = files[locale] ?? {};
    for (const folder of new Set(file && folders))
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        // A missing file fails too: the content of the response has another digest.
        const response = await fetch(`${folder}/${file}`, { integrity, signal });
        texts[locale] = (await response.json()) as Texts;
        return;
      } catch {
        // The next folder may have the file.
      }
    texts[locale] = null;
  };

  return async (locale: Locale, folders: readonly string[]): Promise<void> => {
    if (texts[locale]) return;
    const loaded = loading.get(locale) ?? load(locale, folders);
    loading.set(locale, loaded);
    await loaded;
    loading.delete(locale);
  };
}

/**
 * Loads the texts of a language once per page. The file is data, and its digest is part of the script: a
 * changed file is rejected, like a changed script that the page pins. Sets the texts to null if no folder has
 * the file; the next call then tries again.
 * @param folders URLs without a trailing slash, in the order to try
 */
export const loadTexts = textsLoader(typeof LANGUAGE_FILES === 'undefined' ? {} : LANGUAGE_FILES);
