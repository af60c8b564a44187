/// <reference path="./gettextParser.d.ts" />
import gettext from 'gettext-parser';
import { readPlugin } from './pluginFiles.ts';
import { headerOf, type Text } from './texts.ts';

const plurals = 'nplurals=2; plural=(n != 1);';

/** The translation template with every text of the plugin. */
export function templateOf(texts: Text[]): string {
  const translations: Parameters<typeof gettext.po.compile>[0]['translations'] = {};
  for (const { msgid, context, files, comment } of texts) {
    translations[context] ??= {};
    const comments = { reference: files.join('\n'), ...(comment && { extracted: comment }) };
    const flag = /%(\d\$)?[sd]/.test(msgid)
      ? { flag: files[0]?.endsWith('.js') ? 'js-format' : 'php-format' }
      : {};
    translations[context][msgid] = {
      msgid,
      ...(context && { msgctxt: context }),
      msgstr: [''],
      comments: { ...comments, ...flag },
    };
  }
  const headers = {
    'Project-Id-Version': `Venue Booking ${headerOf('venue-booking.php', 'Version')}`,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    'X-Domain': 'venue-booking',
  };
  return `${gettext.po.compile({ charset: 'utf-8', headers, translations }, { foldLength: 0 })}\n`;
}

export const translationOf = (language: string) =>
  gettext.po.parse(Buffer.from(readPlugin(`languages/venue-booking-${language}.po`)));

/** A translation in the `.mo` format, for PHP. */
export const moOf = (language: string): Buffer => gettext.mo.compile(translationOf(language));

/** The texts of the editor's script in the JSON format of `wp.i18n`. */
export function jedOf(language: string, texts: Text[]): string {
  const { translations } = translationOf(language);
  const messages: Record<string, unknown> = {
    '': { domain: 'messages', lang: language, 'plural-forms': plurals },
  };
  for (const { msgid, files } of texts)
    if (files.some((file) => file.endsWith('.js'))) messages[msgid] = translations['']?.[msgid]?.msgstr;
  return `${JSON.stringify({ domain: 'messages', locale_data: { messages } })}\n`;
}
