import ts from 'typescript';

type Described = { name: string; description: string };
type Typed = Described & { type: { text: string } };

/**
 * The custom elements manifest (schema 2.1.0, https://github.com/webcomponents/custom-elements-manifest) of
 * the element in the public types. Editors use it for completion and documentation.
 * @param types source text of `publicTypes.ts`
 */
export function manifestOf(types: string) {
  const source = ts.createSourceFile('publicTypes.ts', types, ts.ScriptTarget.Latest, true);
  const interfaces = new Map(
    source.statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]),
  );
  const of = (name: string) => {
    const found = interfaces.get(name);
    if (!found) throw new Error(`The public types have no ${name}.`);
    return found;
  };
  const element = of('VenueBookingElement');
  const attributes = membersOf(of('VenueBookingAttributes'), source);
  const path = 'dist/venue-booking.mjs';
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path,
        declarations: [
          {
            kind: 'class',
            customElement: true,
            name: 'VenueBookingElement',
            tagName: 'venue-booking',
            description: descriptionOf(element),
            attributes: attributes.map((attribute) => ({ ...attribute, fieldName: attribute.name })),
            members: attributes.map((attribute) => ({
              kind: 'field',
              ...attribute,
              attribute: attribute.name,
            })),
            events: membersOf(of('VenueBookingEvents'), source).map(({ type, ...event }) => ({
              ...event,
              type: { text: `CustomEvent<${type.text}>` },
            })),
            cssProperties: tagsOf(element, 'cssprop', source),
            cssParts: tagsOf(element, 'csspart', source),
          },
        ],
        exports: [
          {
            kind: 'custom-element-definition',
            name: 'venue-booking',
            declaration: { name: 'VenueBookingElement', module: path },
          },
        ],
      },
    ],
  };
}

function membersOf(node: ts.InterfaceDeclaration, source: ts.SourceFile) {
  return node.members.filter(ts.isPropertySignature).map((member): Typed & { default?: string } => {
    const preset = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === 'default');
    return {
      name: (member.name as ts.Identifier | ts.StringLiteral).text,
      description: descriptionOf(member),
      type: {
        text: (member.type?.getText(source) ?? '')
          .replace(/\s*\/\*\*.*?\*\/\s*|\s+/g, ' ')
          .replace(/ \| undefined$/, ''),
      },
      ...(preset && { default: textOf(preset.comment) }),
    };
  });
}

/** Parses tags such as `@cssprop {<color>} --name - Description.` */
function tagsOf(node: ts.Node, tag: string, source: ts.SourceFile): (Described & { syntax?: string })[] {
  return ts
    .getJSDocTags(node)
    .filter(({ tagName }) => tagName.text === tag)
    .map((found) => {
      const line = found.getText(source).split('\n')[0] as string;
      const [, syntax, name, description] =
        /^@\w+ (?:\{(.+?)\} )?([\w-]+) - (.+?)\s*$/.exec(line) ?? fault(line);
      return { name: name as string, description: description as string, ...(syntax && { syntax }) };
    });
}

function descriptionOf(node: ts.Node): string {
  const text = ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(({ comment }) => textOf(comment))
    .join(' ');
  return text || fault(node.getText());
}

const textOf = (comment: ts.JSDoc['comment']): string =>
  (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim();

function fault(text: string): never {
  throw new Error(`The public types have no description for: ${text}`);
}
