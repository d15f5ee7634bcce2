/** The environment in which a runner in Python finds the modules of the engines, as it does in the sandbox. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder in which the package `engines` lies. */
export const pythonPath = fileURLToPath(new URL('../../packages', import.meta.url));

export const pythonEnv = { ...process.env, PYTHONPATH: pythonPath, PYTHONDONTWRITEBYTECODE: '1' };

/** What `program` prints, given `input`, with the modules of the engines at hand. */
export function python(program: string, input: string | Buffer = ''): string {
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', program], {
    input,
    env: pythonEnv,
    maxBuffer: 2 ** 26,
  });
  assert.equal(status, 0, stderr.toString());
  return stdout.toString();
}
