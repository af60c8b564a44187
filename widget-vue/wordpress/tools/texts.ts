import ts from 'typescript';
import { nodesOf, parsePhp } from './phpSyntax.ts';
import { pluginFiles, readPlugin } from './pluginFiles.ts';

/** A translatable text. */
export type Text = { msgid: string; context: string; files: string[]; comment: string };

const domain = 'venue-booking';
const functions = new Set(['__', '_e', 'esc_html__', 'esc_html_e', 'esc_attr__', 'esc_attr_e']);
type Call = { function: string; texts: (string | undefined)[]; before: string };

/**
 * All translatable texts of the plugin: from PHP, the plugin header, the editor's script and the block's
 * metadata.
 * @throws Error for a call that can't be translated: a computed text, another text domain, or a plural
 */
export function textsOf(): Text[] {
  const texts = new Map<string, Text>();
  const add = (file: string, msgid: string, context = '', comment = '') => {
    const key = `${context}\u0004${msgid}`;
    const text = texts.get(key) ?? { msgid, context, files: [], comment };
    if (!text.files.includes(file)) text.files.push(file);
    texts.set(key, { ...text, comment: text.comment || comment });
  };
  for (const name of ['Plugin Name', 'Description'])
    add('venue-booking.php', headerOf('venue-booking.php', name));
  for (const file of [...pluginFiles('php'), ...pluginFiles('js')]) {
    const calls = file.endsWith('.php') ? phpCalls(file) : scriptCalls(file);
    for (const call of calls) {
      const [msgid, inDomain] = call.texts;
      if (!functions.has(call.function) || call.texts.length !== 2 || !msgid || inDomain !== domain)
        throw new Error(`${file}: ${call.function} of ${msgid} can not be translated`);
      add(file, msgid, '', msgid.includes('%') ? commentIn(call.before) : '');
    }
  }
  const block = JSON.parse(readPlugin('block/block.json'));
  add('block/block.json', block.title, 'block title');
  add('block/block.json', block.description, 'block description');
  for (const keyword of block.keywords) add('block/block.json', keyword, 'block keyword');
  return [...texts.values()];
}

/** A header field of a plugin file or readme. */
export const headerOf = (file: string, name: string): string =>
  new RegExp(`^[ *]*${name}: *(.+)$`, 'm').exec(readPlugin(file))?.[1]?.trim() ?? '';

/** Whether a function is a translation function of WordPress, including those that the plugin may not use. */
const translates = (name: string) => /^(_|__|_e|_x|_ex|_n|_nx|esc_(html|attr)_(_|e|x))$/.test(name);

function phpCalls(file: string): Call[] {
  const code = readPlugin(file);
  return [...nodesOf(parsePhp(code, file))].flatMap((node) => {
    if (node.kind !== 'call') return [];
    const name = String((node.what as { name?: unknown }).name ?? '').replace(/^\\/, '');
    if (!translates(name)) return [];
    const parts = node.arguments as { kind: string; value: unknown }[];
    const texts = parts.map(({ kind, value }) => (kind === 'string' ? String(value) : undefined));
    return [{ function: name, texts, before: code.slice(0, node.loc?.start.offset ?? 0) }];
  });
}

function scriptCalls(file: string): Call[] {
  const source = ts.createSourceFile(file, readPlugin(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const calls: Call[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && translates(node.expression.text)) {
      const texts = node.arguments.map((it) => (ts.isStringLiteral(it) ? it.text : undefined));
      calls.push({
        function: node.expression.text,
        texts,
        before: source.text.slice(0, node.getStart(source)),
      });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return calls;
}

/** The `translators:` comment before the statement that contains the text. */
const commentIn = (before: string): string =>
  /\/\* (translators: [^*]*?) \*\/[^;{}]*$/.exec(before)?.[1] ?? '';
