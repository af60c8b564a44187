import type { Schema } from './arbitraries.ts';
import { importTool } from './tools.ts';

export type Link = {
  operationId: string;
  parameters?: Record<string, string>;
  requestBody?: Record<string, string>;
};
type Answer = { content?: Record<string, unknown>; links?: Record<string, Link> };
export type Operation = {
  path: string;
  method: string;
  operationId: string;
  security: object[];
  parameters?: { name: string; in: 'path' | 'query' | 'header'; schema: Schema; required?: boolean }[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
  responses: Record<string, Answer>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
type Ajv = new (
  options: object,
) => {
  addSchema(schema: object, key: string): void;
  compile(
    schema: object,
  ): ((value: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] };
};

/**
 * Forbids undocumented fields. The description allows additional properties for later versions, but this
 * version must document all its fields.
 */
const closed = <T>(description: T): T =>
  JSON.parse(JSON.stringify(description), (_key, it) =>
    it?.type === 'object' && it.properties ? { additionalProperties: false, ...it } : it,
  );

/** The operations and schemas of an OpenAPI description, and a check of responses against it. */
export async function readDescription(document: Document) {
  const { default: Ajv2020 } = await importTool<{ default: { default: Ajv } }>('ajv/dist/2020.js');
  const ajv = new Ajv2020.default({ strict: false, validateFormats: false });
  ajv.addSchema(closed(document), 'api');
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, path, method })),
  );
  const validators = new Map<string, ReturnType<InstanceType<Ajv>['compile']>>();
  const validatorOf = ({ path, method }: Operation, status: number) => {
    const pointer = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
      .map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const made = validators.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` });
    validators.set(pointer, made);
    return made;
  };
  return {
    operations,
    resolve: (ref: string): Schema => document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {},
    /** How a response violates the description, or undefined if it does not. */
    faultOf(
      operation: Operation,
      answer: { status: number; type: string; body: unknown },
    ): string | undefined {
      // Tests run without an identity provider.
      const isDown = operation.operationId === 'startOidc' && answer.status === 503;
      if (answer.status >= 500 && !isDown) return 'the server failed';
      const documented = operation.responses[answer.status];
      if (!documented) return 'the status is not documented';
      if (!documented.content && answer.type === 'none') return undefined;
      if (!documented.content?.[answer.type]) return `${answer.type} is not documented`;
      if (answer.type !== 'application/json') return undefined;
      const validate = validatorOf(operation, answer.status);
      if (validate(answer.body)) return undefined;
      return validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
    },
  };
}
