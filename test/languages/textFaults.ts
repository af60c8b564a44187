/** A text, or a function that fills in values; nested as a part of the product keeps them. */
export type TextTree =
  | string
  | ((...values: never[]) => string)
  | readonly TextTree[]
  | { readonly [name: string]: TextTree };

/** Values for the parameters of a text. Plurals read their parameter as a number. */
const VALUES = [2, 3, 4, 5];
const COUNTS = { new: 2, changed: 3, cancelled: 4, more: 5 };

/** Each text by its path, such as `lines.party`. */
export function textsOf(tree: TextTree, path = ''): Map<string, string> {
  if (typeof tree === 'string') return new Map([[path, tree]]);
  if (typeof tree === 'function') return new Map([[path, call(tree as (...values: unknown[]) => string)]]);
  return new Map(
    Object.entries(tree).flatMap(([name, part]) => [...textsOf(part, path ? `${path}.${name}` : name)]),
  );
}

/** One function takes counts as an object; the others take values. */
const call = (text: (...values: unknown[]) => string): string =>
  text.length === 1 && /^\(\{/.test(String(text)) ? text(COUNTS) : text(...VALUES);

/** `{name}` and the values that a function fills in, sorted. */
const placeholdersOf = (text: string): string[] =>
  [...new Set(text.match(/\{\w+\}|\b[2345]\b/g) ?? [])].sort();

/** French sets a space that does not break before these signs and inside its quotation marks. */
function isFrenchSpaced(text: string): boolean {
  const others = text.replace(/`[^`]*`/g, '').replace(/[\u00a0\u202f][:;!?»]/g, '');
  return !/[;!?»]|:(?=\s|$)|«(?![\u00a0\u202f])/.test(others);
}

/**
 * What is wrong with the texts of a language, compared with the English ones.
 * @param same texts that are the same in both languages, such as `Name`
 */
export function textFaults(
  { language, tree, english }: { language: string; tree: TextTree; english: TextTree },
  same: readonly string[] = [],
): string[] {
  const texts = textsOf(tree);
  const expected = textsOf(english);
  return [...expected].flatMap(([path, en]) => {
    const text = texts.get(path);
    if (text === undefined) return [`${path}: missing`];
    const isEmpty = text === '' && en !== '';
    const isSame = text === en && /\p{L}{2}/u.test(en) && !same.includes(text);
    const differs = placeholdersOf(text).join() !== placeholdersOf(en).join();
    return [
      ...(isEmpty ? [`${path}: empty`] : []),
      ...(isSame ? [`${path}: not translated: ${text}`] : []),
      ...(differs ? [`${path}: has other placeholders than “${en}”: ${text}`] : []),
      ...(/\w'\w/.test(text) ? [`${path}: a straight apostrophe: ${text}`] : []),
      ...(language === 'fr' && !isFrenchSpaced(text) ? [`${path}: a breaking space: ${text}`] : []),
    ];
  });
}
