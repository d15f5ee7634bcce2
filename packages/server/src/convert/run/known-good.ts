/** Distinguishes a file that crashes an engine from a broken engine: a working engine converts its known-good file. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commandsOf, mountsOf, type Engine } from '@protean/engines/contract/engine.ts';
import { sandboxPaths } from '@protean/engines/contract/sandbox-paths.ts';
import { defaultLimits } from '@protean/engines/contract/limits.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { longestOf } from '../request/time-limit.ts';
import type { Deadline } from '../request/deadline.ts';

/** Time limit for a known-good file in milliseconds. */
const limitMs = 5_000;

export class KnownGood {
  readonly #sandbox: Sandbox;
  readonly #worked = new Set<string>();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** Records that the engine has converted a file. */
  worked(engine: Engine): void {
    this.#worked.add(engine.id);
  }

  /**
   * Tests whether the engine converts its known-good file. The test takes no longer than the upper bound of `deadline`.
   * If the engine has no known-good file, returns whether the engine has already converted any file.
   */
  async works(engine: Engine, deadline: Deadline): Promise<boolean> {
    const { knownGood } = engine;
    if (!knownGood) return this.#worked.has(engine.id);
    const { from, to, content } = knownGood;
    const longestWallMs = Math.min(longestOf(limitMs), deadline.longestLeftMs);
    const wallMs = Math.min(limitMs, longestWallMs);
    const step = {
      ...{ from, to, options: {}, work: sandboxPaths.work, outputDir: sandboxPaths.output },
      input: `${sandboxPaths.input}/in.${from}`,
      output: `${sandboxPaths.output}/out.${to}`,
    };
    return this.#sandbox
      .run({
        commands: commandsOf(engine, step),
        mounts: mountsOf(engine, step),
        limits: { ...defaultLimits, ...engine.limits, wallMs, longestWallMs },
        env: engine.env,
        stageInputs: ({ input }) => writeFile(path.join(input, `in.${from}`), content),
        collectOutputs: (_, { ending, status, waitedMs }) => {
          deadline.waited(waitedMs);
          return Promise.resolve(ending === 'exit' && status === 0);
        },
      })
      .catch(() => false);
  }
}
