/** What the engines that repair files share: how they are asked, and what they may use. */
import { isRunnerFault, runnerCommand, type EngineDeclaration, type Step } from '../../contract/engine.ts';
import { methods, type Method } from './methods.ts';

export const python = { command: 'python3', debian: 'python3' };

export const repairEngine = {
  edges: [],
  // What is read and what is written are in memory at once.
  limits: { memory: 1536 * 1024 * 1024 },
  isEngineFault: isRunnerFault,
} satisfies Partial<EngineDeclaration>;

/** Before a conversion from one of `formats` that has failed, where the caller asks for it. */
export const repairing = (formats: readonly string[]) =>
  [{ formats, when: 'repair', phase: 'decode', options: ['salvage'] }] satisfies EngineDeclaration['passes'];

export const formatsBy = (...wanted: readonly Method[]): string[] =>
  Object.entries(methods).flatMap(([ext, method]) => (wanted.includes(method) ? [ext] : []));

/** The command of those that are repaired in Python. */
export const inPython = (step: Step): string[] =>
  runnerCommand('passes/repair/runner.py', step, { method: methods[step.from] });
