/** Makes a copy of the project and applies a patch from docs/examples to the copy. */
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../samples/run.ts';
import { startService, type Service } from '../server/service.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const copied = [
  ...['packages', 'test', 'script', 'docs', 'deploy'],
  ...['package.json', 'tsconfig.json', '.prettierrc.json'],
];

export class PatchedCopy implements AsyncDisposable {
  readonly folder: string;
  readonly #patch: string;

  private constructor(folder: string, patch: string) {
    this.folder = folder;
    this.#patch = patch;
  }

  /** Creates a copy of the project with the patch. `name` is the file name of the patch in docs/examples. */
  static async of(name: string): Promise<PatchedCopy> {
    const patch = path.join(root, 'docs/examples', name);
    // The copy is inside the project and therefore on the same disk, which makes hard links to node_modules possible.
    await mkdir(path.join(root, '.setup'), { recursive: true });
    const folder = await mkdtemp(path.join(root, '.setup/example-'));
    const isSource = (file: string) => !/\/(node_modules|__pycache__)$/.test(file);
    for (const part of copied)
      await cp(path.join(root, part), path.join(folder, part), { recursive: true, filter: isSource });
    await run('/usr/bin/cp', ['-al', path.join(root, 'node_modules'), folder]);
    // GIT_CEILING_DIRECTORIES prevents Git from applying the patch to the surrounding repository.
    await run('/usr/bin/git', ['-C', folder, 'apply', patch], {
      env: { GIT_CEILING_DIRECTORIES: path.dirname(folder) },
    });
    return new PatchedCopy(folder, patch);
  }

  /** Returns the files that the patch adds or changes. */
  async files(): Promise<string[]> {
    const text = await readFile(this.#patch, 'utf8');
    return [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = '']) => file);
  }

  /** Runs a file of the copy with Node, without the environment variables of this test run. */
  node(file: string, ...args: readonly string[]): ReturnType<typeof run> {
    return run(process.execPath, [path.join(this.folder, file), ...args], { cwd: this.folder, env: {} });
  }

  startService(settings: Readonly<Record<string, string>> = {}): Promise<Service> {
    const main = path.join(this.folder, 'packages/cli/src/main.ts');
    return startService(settings, ['/bin/sh', '-c', 'exec "$0" "$1" serve', process.execPath, main]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
