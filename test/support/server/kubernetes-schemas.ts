/**
 * Checks Kubernetes objects against the official schemas. Uses code that is generated from the schemas: validators
 * check types, formats and required fields, and TypeScript types detect unknown fields.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: unknown;
}

interface Model {
  validate(): void;
}

type ModelModule = Readonly<Record<string, new (data: unknown) => Model>>;

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns the name of the module that contains the validator and the TypeScript type for objects of this kind. */
function moduleOf({ apiVersion, kind }: KubernetesObject): string {
  const owner = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models';
  return `${owner}/${apiVersion}/${kind}`;
}

/** Returns the schema errors of the objects, or an empty list if all objects are valid. */
export async function mistakesIn(objects: readonly KubernetesObject[]): Promise<string[]> {
  return [...(await invalidValues(objects)), ...unknownFields(objects)];
}

async function invalidValues(objects: readonly KubernetesObject[]): Promise<string[]> {
  const found = objects.map(async (object) => {
    const models = (await import(moduleOf(object))) as ModelModule;
    const KindModel = models[object.kind];
    if (!KindModel) return [`${object.kind}: there is no such kind in ${object.apiVersion}`];
    try {
      new KindModel(object).validate();
      return [];
    } catch (error) {
      return [`${object.kind} ${object.metadata.name}: ${(error as Error).message}`];
    }
  });
  return (await Promise.all(found)).flat();
}

/**
 * Returns a compiler error for each unknown field of the objects. Each object is compiled as an object literal, because
 * TypeScript rejects unknown fields only in object literals.
 */
function unknownFields(objects: readonly KubernetesObject[]): string[] {
  const file = path.join(root, 'test/support/kubernetes-objects.ts');
  const text = objects
    .map(
      (object, n) =>
        `import type { I${object.kind} as Kind${n} } from '${moduleOf(object)}';\n` +
        `export const object${n}: Kind${n} = ${JSON.stringify(object)};`,
    )
    .join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => name === file || disk.fileExists(name),
    readFile: (name) => (name === file ? text : disk.readFile(name)),
    getSourceFile: (name, ...rest) =>
      name === file
        ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext)
        : disk.getSourceFile(name, ...rest),
  };
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
