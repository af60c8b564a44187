const TAG = /<svg\b(?:"[^"]*"|'[^']*'|[^'">])*>/;
const SIZE = /\s(?:width|height)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The source of an SVG with a width and a height. Firefox draws nothing of one that has only a `viewBox`. The
 * tag is read as text, because the content security policy would report styles to a parser.
 */
export function sizedSvg(source: string): string {
  const [tag = ''] = TAG.exec(source) ?? [];
  const sizes = [...tag.matchAll(SIZE)].map(([, quoted, single]) => (quoted ?? single ?? '').trim());
  if (sizes.length === 2 && sizes.every((size) => /^[\d.]+[a-z]*$/i.test(size))) return source;
  const [, box = ''] = /\sviewBox\s*=\s*["']([^"']*)/.exec(tag) ?? [];
  const [, , width = 0, height = 0] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(width > 0 && height > 0)) return source;
  const sized = tag.replace(SIZE, '').replace('<svg', `<svg width="${width}" height="${height}"`);
  return source.replace(tag, () => sized);
}
