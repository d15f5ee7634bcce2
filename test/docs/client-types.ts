/**
 * Generates the types of the TypeScript client from the OpenAPI document: responses, webhook events and conversion
 * options.
 */
import { readFileSync } from 'node:fs';
import { format, type Options } from 'prettier';
import { parse } from 'yaml';

/**
 * The fields of a JSON Schema from which a TypeScript type is generated. An unknown value of `type` is an error,
 * because ignoring it would lose constraints.
 */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

interface Body {
  content?: Readonly<Record<string, { schema: Schema }>>;
}

interface Operation {
  requestBody?: Body;
  responses: Readonly<Record<string, Body>>;
}

interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  webhooks: Readonly<Record<string, { post: Operation }>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

/**
 * Fields of a conversion request that are parameters of the client's methods. All fields that are not listed are
 * conversion options.
 */
const parameters = ['file', 'target', 'source', 'source_url', 'file_id'];

/** Returns the content of `packages/client/src/generated/responses.ts`. */
export async function responseTypes(openApi: string): Promise<string> {
  const document = parse(openApi) as Document;
  const { schemas } = document.components;
  const answered = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([, operations]) => Object.values(operations))
    .flatMap(({ responses }) => Object.values(responses));
  const events = Object.values(document.webhooks).flatMap(({ post }) => schemasIn(post.requestBody));
  const names = reachable([...answered.flatMap(schemasIn), ...events], schemas);
  const declarations = names.map((name) => declaration(name, schemas[name] ?? {}));
  const union = `/** The body of a webhook. */\nexport type WebhookEvent = ${events.map(typeOf).join(' | ')};`;
  return written('Responses and webhook events of the service.', [...declarations, union]);
}

/** Returns the content of `packages/client/src/generated/conversion-options.ts`. */
export async function optionTypes(openApi: string): Promise<string> {
  const { schemas } = (parse(openApi) as Document).components;
  const options = Object.entries(schemas['ConversionForm']?.properties ?? {})
    .filter(([name]) => !parameters.includes(name))
    .map(([name, schema]) => [name, schemas[typeOf(schema)] ?? schema] as const);
  const schema = { properties: Object.fromEntries(options) };
  return written('Conversion options. Some options apply only to certain formats.', [
    declaration('ConversionOptions', schema, ' | undefined'),
  ]);
}

const schemasIn = ({ content }: Body = {}): Schema[] => {
  const json = content?.['application/json'];
  return json ? [json.schema] : [];
};

/** Returns the sorted names of the schemas that `roots` reference directly or indirectly. */
function reachable(roots: readonly Schema[], schemas: Document['components']['schemas']): string[] {
  const found = new Set<string>();
  const visit = (schema: unknown): void => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(roots);
  return [...found].sort();
}

function declaration(name: string, schema: Schema, optional = ''): string {
  const { description, properties } = schema;
  const head = comment(description);
  return properties
    ? `${head}export interface ${name} ${objectType(schema, optional)}`
    : `${head}export type ${name} = ${typeOf(schema)};`;
}

function objectType({ properties = {}, required = [] }: Schema, optional = ''): string {
  const members = Object.entries(properties).map(([name, schema]) =>
    required.includes(name)
      ? `${comment(schema.description)}${name}: ${typeOf(schema)};`
      : `${comment(schema.description)}${name}?: ${typeOf(schema)}${optional};`,
  );
  return `{\n${members.join('\n')}\n}`;
}

/**
 * Returns the description as a comment, or an empty string without a description. Wraps the lines, because `prettier`
 * does not wrap comments.
 */
function comment(description: string | undefined): string {
  if (description === undefined) return '';
  const lines = description.replaceAll('*/', '* /').match(/\S.{0,98}(?=\s|$)/g) ?? [];
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}

function typeOf(schema: Schema): string {
  const { $ref, const: constant, enum: values, anyOf, type, properties } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' | ');
  if (properties) return objectType(schema);
  if (Array.isArray(type))
    return (type as string[]).map((one) => typeOf({ ...schema, type: one })).join(' | ');
  const { items = {}, additionalProperties: value } = schema;
  switch (type) {
    case undefined:
      return 'unknown';
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return `(${typeOf(items)})[]`;
    case 'object':
      return `Readonly<Record<string, ${typeOf(typeof value === 'object' ? value : {})}>>`;
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function written(promise: string, declarations: readonly string[]): Promise<string> {
  const text = [comment(`${promise} script/docs writes this file from docs/openapi.yaml.`), ...declarations];
  const style = new URL('../../.prettierrc.json', import.meta.url);
  const options = JSON.parse(readFileSync(style, 'utf8')) as Options;
  return format(text.join('\n\n'), { ...options, parser: 'typescript' });
}
