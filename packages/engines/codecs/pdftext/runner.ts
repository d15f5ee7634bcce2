/** Converts a PDF to text, or to a format with structure. */
import { readStep } from '../../contract/step.ts';
import { startPageProgram } from './reading/page-program.ts';
import type { PdfTextStep } from './reading/read-document.ts';

const step = readStep<PdfTextStep>();
const program = step.reader && startPageProgram(step.reader);
// The program reads the first pages while Node loads the modules that convert them.
const { convert, loadWriters } = await import('./convert.ts');
if (program) await convert(step, program);
// `protean compile` starts the runner without a job, so that Node compiles all modules of the runner in advance.
else await loadWriters();
