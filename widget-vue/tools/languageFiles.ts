import { createHash } from 'node:crypto';
import { de } from '../src/texts/languages/de.ts';
import { fr } from '../src/texts/languages/fr.ts';

/** The languages that the script loads when a page needs them: the content of their files, by locale. */
export const languageFiles = (): Map<string, Buffer> =>
  new Map(Object.entries({ de, fr }).map(([locale, texts]) => [locale, Buffer.from(JSON.stringify(texts))]));

/** The immutable name of a file: the first 12 hexadecimal digits of its digest come before the extension. */
export const pinnedName = (name: string, extension: string, bytes: Buffer): string =>
  `${name}.${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.${extension}`;

/** The digest for an `integrity` attribute. */
export const sha384 = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** What the script needs in order to load the languages: immutable names and digests, by locale. */
export const digestsOf = (languages: Map<string, Buffer>) =>
  Object.fromEntries(
    [...languages].map(([locale, bytes]) => [
      locale,
      { file: pinnedName(`venue-booking.${locale}`, 'json', bytes), integrity: sha384(bytes) },
    ]),
  );
