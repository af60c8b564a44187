/** A statement of a migration, in a form that rules can match. */
export type Statement = {
  /**
   * In lower case and without comments. A space follows each token, except within dotted names. Quoted text
   * cannot match SQL words.
   */
  text: string;
  /** `text`, split at the commas outside of brackets. */
  parts: string[];
  /** Reasons in its comments, by the word before the colon: `-- contract: …`. */
  reasons: Map<string, string>;
};

/** The order matters: a token comes before others with the same beginning. */
const TOKENS = [
  ['space', /\s+/y],
  ['comment', /--([^\n]*)/y],
  ['block', /\/\*/y],
  // Backslash escapes are valid only after an E.
  ['string', /e'(?:[^'\\]|\\.|'')*'/isy],
  ['string', /(?:[bnx]|u&)?'(?:[^']|'')*'/iy],
  ['string', /(\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$).*?\1/isy],
  ['name', /(?:u&)?"(?:[^"]|"")*"/iy],
  ['word', /(?!e')[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy],
  ['number', /\$?\d[\w.]*/y],
  ['sign', /[^'"$\w]/y],
] as const;

/**
 * Splits a migration into its statements.
 * @throws Error for an unterminated quote or comment
 */
export function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = [];
  let current = newStatement();
  let depth = 0;
  let last: Statement | undefined;
  for (const { kind, text } of tokensOf(sql)) {
    if (kind === 'space') {
      if (text.includes('\n')) last = undefined;
    } else if (kind === 'comment') {
      // A comment after a semicolon on the same line belongs to the statement before it.
      noteReason(last && current.tokens.length === 0 ? last : current, text);
    } else if (text === ';' && depth === 0) {
      last = current.tokens.length > 0 ? finish(current) : undefined;
      if (last) statements.push(last);
      current = newStatement();
    } else {
      if (text === ')') depth -= 1;
      current.tokens.push({ text: plain(kind, text), depth });
      if (text === '(') depth += 1;
    }
  }
  if (current.tokens.length > 0) statements.push(finish(current));
  return statements;
}

type Open = { tokens: { text: string; depth: number }[]; reasons: Map<string, string> };
const newStatement = (): Open => ({ tokens: [], reasons: new Map() });

function* tokensOf(sql: string): Generator<{ kind: string; text: string }> {
  for (let at = 0; at < sql.length; ) {
    const token = tokenAt(sql, at);
    yield token;
    at += token.text.length;
  }
}

function tokenAt(sql: string, at: number): { kind: string; text: string } {
  for (const [kind, pattern] of TOKENS) {
    pattern.lastIndex = at;
    const text = pattern.exec(sql)?.[0];
    if (text === undefined) continue;
    return kind === 'block' ? { kind: 'comment', text: sql.slice(at, endOfBlock(sql, at)) } : { kind, text };
  }
  throw new Error(`unterminated comment: ${sql.slice(at, at + 40)}`);
}

/** Block comments can be nested. */
function endOfBlock(sql: string, from: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  for (let depth = 0; ; ) {
    const mark = marks.exec(sql);
    if (!mark) throw new Error(`unterminated quote: ${sql.slice(from, from + 40)}`);
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
}

function plain(kind: string, text: string): string {
  if (kind === 'string') return `''`;
  // A quoted name keeps its quotes, so that it cannot match an SQL word.
  if (kind === 'name') return text.replace(/\s/g, '_');
  return text.toLowerCase();
}

function noteReason({ reasons }: Pick<Statement, 'reasons'>, comment: string): void {
  const [, word, reason] = /^--\s*(\w+):\s*(\S.*\S)\s*$/.exec(comment) ?? [];
  if (word && reason) reasons.set(word, reason);
}

function finish({ tokens, reasons }: Open): Statement {
  const parts: string[][] = [[]];
  for (const { text, depth } of tokens) {
    if (depth === 0 && text === ',') parts.push([]);
    else parts.at(-1)?.push(text);
  }
  return { text: joined(tokens.map(({ text }) => text)), parts: parts.map(joined), reasons };
}

const joined = (tokens: string[]) =>
  tokens
    .map((token) => `${token} `)
    .join('')
    .replaceAll(' . ', '.');
