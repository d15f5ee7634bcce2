/** Converts the JSON that pandoc writes for a document to the document model, and writes it as `doc.json`. */
import { readFileSync } from 'node:fs';
import { readStep } from '../../contract/step.ts';
import { writeDocument } from '../../shared/document/write.ts';
import type { Ast } from './pandoc-ast.ts';
import { Pictures } from './pictures.ts';
import { readDocument } from './reader.ts';

const step = readStep<{ ast: string }>();
const ast = JSON.parse(readFileSync(step.ast, 'utf8')) as Ast;
writeDocument(step, readDocument(ast, new Pictures(step.work)));
