/** Runs Python programs that can import the Python modules of the engines, as programs in a sandbox can. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The parent folder of the Python package `engines`. */
export const pythonPath = fileURLToPath(new URL('../../packages', import.meta.url));

export const pythonEnv = { ...process.env, PYTHONPATH: pythonPath, PYTHONDONTWRITEBYTECODE: '1' };

/** Runs a Python program with `input` as its standard input, and returns its standard output. */
export function python(program: string, input: string | Buffer = ''): string {
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', program], {
    input,
    env: pythonEnv,
    maxBuffer: 2 ** 26,
  });
  assert.equal(status, 0, stderr.toString());
  return stdout.toString();
}
