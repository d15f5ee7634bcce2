/** Several result files made into one zip under the names the engine numbered them by, so that an answer is one file. */
import { rename, utimes } from 'node:fs/promises';
import path from 'node:path';
import { ServiceError } from '../errors.ts';
import type { Format } from '../formats/format.ts';
import { format } from '../formats/formats.ts';
import { earliest } from '../kit/earliest.ts';
import { inBox } from '../sandbox/layout.ts';
import { defaultLimits } from '../sandbox/limits.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { checkSpace } from './space.ts';

/** The one file as it is, or a zip of all of them in order. */
export async function packResults(
  files: readonly string[],
  ext: string,
  task: { dir: string; wallMs: number; signal?: AbortSignal },
  sandbox: Sandbox,
): Promise<{ file: string; format: Format }> {
  const [only] = files;
  if (only !== undefined && files.length === 1) return { file: only, format: format(ext) };
  // With `./` in front no name can be taken for a flag or, by its `@`, for an archive; it is stripped again.
  const names = files.map((file) => `./${path.basename(file)}`);
  const zip = ['--format', 'zip', '-s', '#^\\./##', '-cf', `${inBox.output}/out.zip`];
  const file = path.join(task.dir, 'out.zip');
  await sandbox.run({
    commands: [['/usr/bin/bsdtar', ...zip, '-C', inBox.input, ...names]],
    limits: { ...defaultLimits, wallMs: task.wallMs },
    ...(task.signal ? { signal: task.signal } : {}),
    put: async ({ input }) => {
      for (const part of files) {
        const named = path.join(input, path.basename(part));
        await rename(part, named);
        await utimes(named, earliest, earliest);
      }
    },
    take: async ({ output }, { status, stderr }) => {
      task.signal?.throwIfAborted();
      await checkSpace(output);
      if (status !== 0) throw packingFailed(stderr);
      await rename(path.join(output, 'out.zip'), file);
    },
  });
  return { file, format: format('zip') };
}

function packingFailed(stderr: string): ServiceError {
  return new ServiceError('service_unavailable', 'The pages could not be packed into one file.', {
    details: { reason: 'engine_crashed' },
    cause: new Error(stderr),
  });
}
