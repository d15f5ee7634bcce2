/** Extracts the English text of files: comments, messages, test titles, and the text of documents. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { root } from '../files.ts';

export interface Prose {
  /** Path relative to the project. */
  file: string;
  /** Line number, from 1. */
  line: number;
  text: string;
}

const pythonProse = fileURLToPath(new URL('python_prose.py', import.meta.url));

/**
 * Returns the files that Git tracks, except derived files and the files in this folder. Derived files need no check,
 * because their sources are checked.
 */
function ownFiles(): string[] {
  const derived =
    /^(CHANGELOG\.md|docs\/(openapi\.yaml|examples\.md|contract\.md)|packages\/client\/src\/generated\/)/;
  return execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
    .split('\n')
    .filter((file) => file !== '' && !derived.test(file) && !file.startsWith('test/structure/wording/'));
}

/** Returns all English text of the project, with file and line. */
export function readProse(files = ownFiles()): Prose[] {
  const python = files.filter((file) => file.endsWith('.py'));
  return [
    ...files.filter((file) => /\.(ts|tsx|js)$/.test(file)).flatMap(proseOfScript),
    ...files.filter((file) => file.endsWith('.md')).flatMap(proseOfDocument),
    ...files.filter((file) => markOf(file) !== undefined).flatMap(proseOfComments),
    ...files.filter((file) => file.endsWith('.css')).flatMap(proseOfStyles),
    ...proseOfPython(python),
  ];
}

const isTest = (file: string) => file.startsWith('test/') || /\.test\.tsx?$/.test(file);
/** Returns whether the text has at least 3 words. Strings with fewer than 3 words are names and values. */
const isSentence = (text: string) => /[a-z]+[^a-z]* [a-z]+.* [a-z]+/i.test(text);

function proseOfScript(file: string): Prose[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
      found.set(pos, text.slice(pos, end));
    for (const { pos, end } of ts.getTrailingCommentRanges(text, node.getEnd()) ?? [])
      found.set(pos, text.slice(pos, end));
    if (isMessage(node, file)) found.set(node.getStart(), node.getText());
    for (const child of node.getChildren()) visit(child);
  };
  visit(source);
  return [...found].flatMap(([pos, part]) =>
    linesOf(part, source.getLineAndCharacterOfPosition(pos).line + 1).map((line) => ({ file, ...line })),
  );
}

/**
 * Returns whether the node is a message. In tests, only test titles are messages. In all files other than tests, every
 * string that is a sentence counts as a message.
 */
function isMessage(node: ts.Node, file: string): boolean {
  const isText =
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
  if (!isText) return false;
  if (!isTest(file)) return isSentence(node.getText());
  const { parent } = node;
  return (
    ts.isCallExpression(parent) &&
    parent.arguments[0] === node &&
    /^(test|it|describe|suite)\b/.test(parent.expression.getText())
  );
}

const linesOf = (text: string, first: number) =>
  text.split('\n').map((line, n) => ({ line: first + n, text: line }));

/** Returns the lines of a document outside code blocks. Inline code is replaced by `…`. */
function proseOfDocument(file: string): Prose[] {
  let isCode = false;
  return linesOf(readFileSync(path.join(root, file), 'utf8'), 1)
    .filter(({ text }) => {
      if (/^\s*(```|~~~)/.test(text)) isCode = !isCode;
      return !isCode;
    })
    .map(({ line, text }) => ({ file, line, text: text.replaceAll(/`[^`]*`/g, '`…`') }));
}

/**
 * Returns a pattern that matches comment lines, for files in which only comments are checked. Returns undefined if the
 * whole file is checked.
 */
function markOf(file: string): RegExp | undefined {
  if (file.endsWith('.lua')) return /^\s*--/;
  if (/^(script|deploy|\.ci|test)\/[\w./-]+$/.test(file) && !/\.(ts|tsx|js|py|md|json|txt)$/.test(file))
    return /^\s*#/;
  return undefined;
}

function proseOfComments(file: string): Prose[] {
  const mark = markOf(file);
  return linesOf(readFileSync(path.join(root, file), 'utf8'), 1)
    .filter(({ text }) => mark?.test(text) ?? false)
    .map((line) => ({ file, ...line }));
}

function proseOfStyles(file: string): Prose[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/\/\*.*?\*\//gs)].flatMap(({ 0: comment, index }) =>
    linesOf(comment, text.slice(0, index).split('\n').length).map((line) => ({ file, ...line })),
  );
}

function proseOfPython(files: readonly string[]): Prose[] {
  const output = execFileSync('/usr/bin/python3', [pythonProse, ...files], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(output) as Prose[];
}
