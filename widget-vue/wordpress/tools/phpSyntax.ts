import phpParser, { type Node } from 'php-parser';

type AnyNode = Node & Record<string, unknown>;

/** The oldest supported PHP version. */
const parser = new phpParser.Engine({ parser: { version: '7.4', php7: true }, ast: { withPositions: true } });

/**
 * Parses PHP 7.4. Rejects newer syntax that the parser accepts.
 * @throws SyntaxError
 */
export function parsePhp(code: string, file: string): Node {
  const tree = parser.parseCode(code, file);
  for (const node of nodesOf(tree)) {
    const problem = newerThan74(node);
    if (problem) throw new SyntaxError(`${file}:${node.loc?.start.line}: ${problem} is newer than PHP 7.4`);
  }
  return tree;
}

/** All nodes of a tree, parents before children. */
export function* nodesOf(node: Node): Generator<AnyNode> {
  yield node as AnyNode;
  for (const inner of Object.values(node).flat(2)) {
    if (inner && typeof inner === 'object' && typeof (inner as Node).kind === 'string')
      yield* nodesOf(inner as Node);
  }
}

const kindOf = (value: unknown): string => (value as Node | null)?.kind ?? '';
const classNames = ['name', 'selfreference', 'parentreference', 'staticreference'];

/** Name of the syntax newer than PHP 7.4 that a node uses, or an empty text. */
function newerThan74(node: AnyNode): string {
  switch (node.kind) {
    case 'uniontype':
    case 'intersectiontype':
      return 'a type of several';
    case 'typereference':
      return /^(static|mixed|never|null|false|true)$/i.test(String(node.name)) ? `the type ${node.name}` : '';
    case 'parameter':
      if (node.flags || node.readonly) return 'a promoted parameter';
      return kindOf(node.value) === 'new' ? 'a new in a default' : '';
    case 'class':
    case 'property':
      return node.readonly || node.isReadonly ? 'readonly' : '';
    case 'staticlookup': {
      const ofObject = !classNames.includes(kindOf(node.what));
      return ofObject && (node.offset as { name?: unknown }).name === 'class' ? 'the class of an object' : '';
    }
    default:
      return '';
  }
}
