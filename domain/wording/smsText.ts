/** Characters of a segment in the GSM alphabet and in UCS-2, alone and as a part of a longer message. */
const SIZES = { gsm: { one: 160, part: 153 }, ucs2: { one: 70, part: 67 } };

/** The GSM 03.38 alphabet, and the characters that take two places there. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
const DOUBLE = /[\^{}\\[~\]|€]/g;

/** Number of segments that a provider charges for. */
export function segmentsOf(text: string): number {
  const isGsm = GSM.test(text);
  const { one, part } = SIZES[isGsm ? 'gsm' : 'ucs2'];
  const length = text.length + (isGsm ? (text.match(DOUBLE)?.length ?? 0) : 0);
  return length <= one ? 1 : Math.ceil(length / part);
}

/** The text with letters of the GSM alphabet where it has similar ones: one other letter halves a segment. */
export const inGsm = (text: string): string =>
  Array.from(
    text
      .normalize('NFC')
      .replace(/[‘’]/g, "'")
      .replace(/[“”«»]/g, '"')
      .replace(/[–—]/g, '-'),
    (letter) => {
      const plain = /\s/.test(letter) ? ' ' : letter.normalize('NFD').replace(/\p{M}/gu, '');
      return !GSM.test(letter) && GSM.test(plain) ? plain : letter;
    },
  ).join('');

/**
 * A name that phones do not turn into a link, at most so many characters. Phones link `sauna.example`.
 */
export const smsName = (name: string, maximum: number): string => {
  const plain = inGsm(name).replace(/[./:@](?=\S)/g, ' ');
  return plain.length <= maximum ? plain : `${plain.slice(0, maximum - 3).trimEnd()}...`;
};
