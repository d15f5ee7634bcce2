/** Defines the option, command and limits that the repair engines share. */
import { isRunnerFault, runnerCommand, type EngineDeclaration, type Step } from '../../contract/engine.ts';
import { methods, type Method } from './methods.ts';

export const python = { command: 'python3', debian: 'python3' };

export const repairEngine = {
  edges: [],
  // The input and the output are in memory at the same time.
  limits: { memory: 1536 * 1024 * 1024 },
  isEngineFault: isRunnerFault,
} satisfies Partial<EngineDeclaration>;

/**
 * Declares a pass that repairs files in one of `formats`. The pass runs if the caller requests the repair and the
 * conversion has failed. After the repair, the conversion is retried.
 */
export const repairing = (formats: readonly string[]) =>
  [{ formats, when: 'repair', phase: 'decode', options: ['salvage'] }] satisfies EngineDeclaration['passes'];

export const formatsBy = (...wanted: readonly Method[]): string[] =>
  Object.entries(methods).flatMap(([ext, method]) => (wanted.includes(method) ? [ext] : []));

/** Returns the command for formats that are repaired in Python. */
export const inPython = (step: Step): string[] =>
  runnerCommand('passes/repair/runner.py', step, { method: methods[step.from] });
