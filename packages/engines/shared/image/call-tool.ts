/** Runs an image tool that is installed from a Debian package. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns the tool's output. Unsets VIPSHOME, which sharp's libvips sets to a folder in which Debian's libvips would
 * not find its codecs.
 */
export async function callTool(command: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run('/usr/bin/env', ['-u', 'VIPSHOME', ...command]);
  // libvips sometimes reports an error in a tile but exits with status 0.
  if (stderr.includes('error in tile')) throw new Error(stderr);
  return stdout;
}
