/**
 * Finds names of files, types, functions and variables that contain a replaced word. For each replaced word, the
 * project uses another term (ARCHITECTURE.md, "Glossary").
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { filesBelow, root } from '../files.ts';

/** The replaced words, each with the term to use instead. */
const replacements: Readonly<Record<string, string>> = {
  bait: 'fixture',
  beast: 'bad receiver',
  crew: 'process group',
  death: 'crash',
  deaths: 'crashes',
  doom: 'fault plan',
  doomed: 'pending fault',
  garbage: 'malformed request',
  heard: 'received',
  keeper: 'warm engine',
  laboratory: 'workbench',
  lawful: 'accepted',
  nought: 'zero',
  prey: 'fixture',
  stranger: 'unprivileged user, unauthenticated caller',
  strangers: 'unprivileged users, unauthenticated callers',
  stray: 'orphaned object',
  strays: 'orphaned objects',
  tally: 'counter',
  told: 'the name of the value: report, metadata, info',
  warden: 'supervisor',
  witness: 'audit',
  zoo: 'receivers',
};

const files = ['packages', 'test', 'script', 'docs'].flatMap((dir) =>
  filesBelow(dir).map((file) => path.join(dir, file)),
);

/** Splits a name into words: `startTag`, `start_tag` and `start-tag` are two words each. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^a-z]+/);

const wrongIn = (name: string) => wordsOf(name).filter((word) => Object.hasOwn(replacements, word));

/** Returns the names that a TypeScript file declares: types, functions, variables, members and parameters. */
function declaredIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
  );
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const { name } = node as { name?: ts.Node };
    const declares = ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isVariableDeclaration(node);
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
    const isMember = ts.isPropertyDeclaration(node) || ts.isPropertySignature(node) || ts.isParameter(node);
    if (name && (declares || isType || isMember) && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)))
      names.push(name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Returns the names of the functions and classes of a Python file. */
const definedIn = (file: string) =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(/^\s*(?:def|class) (\w+)/gm)].map(
    ([, name = '']) => name,
  );

function namesIn(file: string): string[] {
  if (/\.tsx?$/.test(file)) return declaredIn(file);
  return file.endsWith('.py') ? definedIn(file) : [];
}

/** Returns a line for each replaced word in a name, with the term to use instead. */
export function replacedNames(): string[] {
  return files.flatMap((file) => [
    ...wrongIn(file).map((word) => `${file}: ${word} is ${replacements[word]}`),
    ...namesIn(file).flatMap((name) =>
      wrongIn(name).map((word) => `${file}: ${name}: ${word} is ${replacements[word]}`),
    ),
  ]);
}
