/** Prepares the OpenAPI document for the reference pages: a list of operations with resolved references. */
import type { Installation } from '../../api/openapi/document.ts';
import type { Operation as RouteOperation } from '../../http/openapi/operations.ts';

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  in: 'path' | 'query' | 'header' | 'cookie';
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface ResponseObject {
  description: string;
  headers?: Readonly<Record<string, { description?: string; required?: boolean; schema?: Schema }>>;
  content?: Readonly<Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }>>;
}

export interface DescribedOperation {
  operationId: string;
  method: string;
  path: string;
  summary: string;
  tags: readonly string[];
  security: readonly Readonly<Record<string, unknown>>[];
  parameters: readonly Parameter[];
  requestBody?: {
    required?: boolean;
    description?: string;
    content: Readonly<Record<string, { schema: Schema }>>;
  };
  responses: Readonly<Record<string, ResponseObject>>;
}

export interface Tag {
  name: string;
  description: string;
}

/** Returns a media type without its parameters. */
export const essenceOf = (type: string) => type.split(';')[0]?.trim() ?? '';

/**
 * Returns the entry for JSON in `content`, which has one entry per media type. The media type of the JSON entry may
 * have parameters.
 */
export const jsonIn = <Media>(content: Readonly<Record<string, Media>> = {}): Media | undefined =>
  Object.entries(content).find(([type]) => essenceOf(type) === 'application/json')?.[1];

/** Whether an operation belongs to plans and payment. */
const isOfShop = (path: string) =>
  ['/v1/plans', '/v1/billing/', '/internal/stripe/'].some((start) => path.startsWith(start));

interface Paths {
  paths?: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  webhooks?: Readonly<Record<string, { post: DescribedOperation }>>;
  tags?: readonly Tag[];
}

/**
 * An OpenAPI document as lists of tags, operations and webhooks. The method `resolve` follows the references between
 * schemas.
 */
export class Description {
  readonly #document: Schema;
  readonly tags: readonly Tag[];
  readonly operations: readonly DescribedOperation[];
  /** The webhooks. The `path` of a webhook is the name of its event. */
  readonly webhooks: readonly DescribedOperation[];

  constructor(document: object) {
    this.#document = document as Schema;
    const { paths = {}, webhooks = {}, tags = [] } = document as Paths;
    this.tags = tags;
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => this.#operation(method, path, operation)),
    );
    this.webhooks = Object.entries(webhooks).map(([event, { post }]) => this.#operation('post', event, post));
  }

  /**
   * Generates the description. The generator is loaded on first use. Operations for payment are omitted if nothing is
   * sold. The published OpenAPI document always contains the operations for payment.
   */
  static async of(operations: readonly RouteOperation[], installation: Installation): Promise<Description> {
    const { openApiDocument } = await import('../../api/openapi/document.ts');
    const shown = installation.sellsPlans ? operations : operations.filter(({ path }) => !isOfShop(path));
    return new Description(openApiDocument(shown, installation));
  }

  /** Resolves a schema that is a reference. A schema that is not a reference is returned unchanged. */
  resolve<T extends object>(schema: T): T {
    const { $ref } = schema as { $ref?: unknown };
    if (typeof $ref !== 'string') return schema;
    const [, ...names] = $ref.split('/');
    return names.reduce<Schema>((at, name) => at[name] as Schema, this.#document) as T;
  }

  #operation(method: string, path: string, operation: DescribedOperation): DescribedOperation {
    const { parameters = [], responses } = operation;
    return {
      ...operation,
      method,
      path,
      parameters: parameters.map((one) => this.resolve(one)),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, this.resolve(response)]),
      ),
    };
  }
}
