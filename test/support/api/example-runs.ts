/**
 * Runs examples of the API reference as a reader would: saves each example to a file, sets the environment variables
 * that the example uses, and runs the file with the interpreter of its language.
 */
import { execFile, execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Example } from '../../../packages/server/src/site/reference/examples.ts';

/** The file name and the start command of each language. */
const programs: Readonly<Record<Example['syntax'], { file: string; command: readonly string[] }>> = {
  sh: { file: 'example.sh', command: ['/bin/sh', '-e'] },
  js: { file: 'example.mjs', command: [process.execPath] },
  python: { file: 'example.py', command: ['python3'] },
};

/**
 * Resolves with the output of the example. If the example fails, rejects with an error that has `stdout` and `stderr`.
 */
export async function runExample(
  { syntax, code }: Pick<Example, 'syntax' | 'code'>,
  dir: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const { file, command } = programs[syntax];
  await writeFile(path.join(dir, file), code);
  const [program = '', ...args] = command;
  const { PATH } = process.env;
  const env = { PATH, ...variables };
  const { stdout } = await promisify(execFile)(program, [...args, file], { cwd: dir, env, timeout: 60_000 });
  return stdout;
}

/** Makes `@protean/client` available in a folder, as if the package were installed in this folder. */
export async function installClient(dir: string): Promise<void> {
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
  await symlink(modules, path.join(dir, 'node_modules'));
}

/** Resolves with the picture that examples convert. */
export const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 32, height: 32, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** Writes the video of 2 seconds that examples convert. */
export function writeVideo(file: string): void {
  const picture = ['-f', 'lavfi', '-i', 'testsrc=d=2:s=320x240', '-pix_fmt', 'yuv420p'];
  execFileSync('ffmpeg', ['-v', 'error', ...picture, file]);
}
