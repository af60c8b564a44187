/** Accents that stand alone serve as apostrophes. NFKD would make spaces of them. */
const ACCENTS = /[´΄᾽᾿῾]/g;
/** Accents, vowel points of Hebrew and Arabic, and invisible characters. */
const MARKS =
  /\u00ad|[\u0300-\u036f]|[\u0483-\u0489]|[\u0591-\u05c7]|[\u0610-\u061a]|\u0640|[\u064b-\u065f]|\u0670|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|[\u20d0-\u20ff]|[\u3099\u309a]|[\ufe00-\ufe0f]|[\ufe20-\ufe2f]|\ufeff/g;
const APOSTROPHES = /['`.ʻʼʽʾʿˈ‘’‚‛′‵ʹ。]/g;
const SPACES = /[-‐‑‒–—―−・·,،、， \t\n\v\f\r]+/g;
const DIGITS = /[٠-٩۰-۹]/g;
const LETTERS: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', đ: 'd' },
  ...{ ø: 'o', ħ: 'h', ł: 'l', ŋ: 'n', ŧ: 't', ı: 'i', ς: 'σ' },
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * The letters of a name that a search compares: without case, accents, apostrophes and dots; hyphens are
 * spaces. The database's function of this name is the same rule for the search of bookings.
 */
export const folded = (typed: string): string =>
  typed
    .replace(ACCENTS, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(APOSTROPHES, '')
    .replace(SPACES, ' ')
    .trim();
