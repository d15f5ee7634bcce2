/** Runs the program that writes the contents of a PDF's pages, and reads its output while it runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { exitStatus } from '../../../shared/runner/run.ts';
import { refuse } from '../../../shared/runner/refuse.ts';

/** Maximum size of the output in bytes. Only a malicious PDF has larger contents. */
const maxBytes = 512 * 1024 * 1024;

export interface PageProgram {
  /** The lines of the program's output. While no line is requested, the program waits. */
  lines: AsyncIterable<string>;
  /** Waits for the end of the program. Ends the runner with the program's exit status if the program failed. */
  succeeded(): Promise<void>;
}

/** Starts the program. Refuses the document if the output is larger than `bound` bytes. */
export function startPageProgram(
  [program = '', ...args]: readonly string[],
  bound: number = maxBytes,
): PageProgram {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close') as Promise<[status: number | null, signal: NodeJS.Signals | null]>;
  // A closed pipe does not always end the program, because MuPDF ignores errors of its output.
  process.once('exit', () => child.kill());
  return {
    lines: linesOf(child.stdout, bound),
    succeeded: async () => {
      const status = exitStatus(...(await ended));
      if (status !== 0) process.exit(status);
    },
  };
}

/** Yields complete lines. A last line without a line break is incomplete, because its program ended early. */
async function* linesOf(chunks: AsyncIterable<Buffer>, bound: number): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > bound) refuse('too_complex');
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString();
      parts = [];
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
  }
}
