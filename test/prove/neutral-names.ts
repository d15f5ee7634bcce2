/**
 * Checks that results contain no path of the sandbox. For example, an engine could write the path of its input file as
 * a title.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';

const folders = [sandboxPaths.input, sandboxPaths.output, sandboxPaths.work].flatMap((folder) => [
  Buffer.from(folder, 'latin1'),
  Buffer.from(folder, 'utf16le'),
]);

/** Throws if a file contains the path of a sandbox folder. */
export async function assertNeutralNames(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const content = await readFile(file);
    for (const folder of folders) {
      const at = content.indexOf(folder);
      assert.ok(
        at < 0,
        `a path of the sandbox: ${content.subarray(Math.max(0, at - 40), at + 40).toString('latin1')}`,
      );
    }
  }
}
