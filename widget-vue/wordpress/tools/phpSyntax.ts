import phpParser, { type Node } from 'php-parser';

/** The oldest PHP that has to read the plugin. */
const parser = new phpParser.Engine({ parser: { version: '7.4', php7: true }, ast: { withPositions: true } });

/** Reads PHP as 7.4 does. @throws SyntaxError */
export const parsePhp = (code: string, file: string): Node => parser.parseCode(code, file);

/** Every node of a tree, each before what is in it. */
export function* nodesOf(node: Node): Generator<Node & Record<string, unknown>> {
  yield node as Node & Record<string, unknown>;
  for (const inner of Object.values(node).flat(2)) {
    if (inner && typeof inner === 'object' && typeof (inner as Node).kind === 'string')
      yield* nodesOf(inner as Node);
  }
}
