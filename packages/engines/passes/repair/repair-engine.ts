/** Shared definitions of the repair engines: their option, command and limits. */
import { isRunnerFault, runnerCommand, type EngineDeclaration, type Step } from '../../contract/engine.ts';
import { methods, type Method } from './methods.ts';

export const python = { command: 'python3', debian: 'python3' };

export const repairEngine = {
  edges: [],
  // Input and output are in memory at the same time.
  limits: { memory: 1536 * 1024 * 1024 },
  isEngineFault: isRunnerFault,
} satisfies Partial<EngineDeclaration>;

/**
 * Declares a pass that runs before a failed conversion from one of `formats` is retried, if the caller asks for repair.
 */
export const repairing = (formats: readonly string[]) =>
  [{ formats, when: 'repair', phase: 'decode', options: ['salvage'] }] satisfies EngineDeclaration['passes'];

export const formatsBy = (...wanted: readonly Method[]): string[] =>
  Object.entries(methods).flatMap(([ext, method]) => (wanted.includes(method) ? [ext] : []));

/** Returns the command for formats that are repaired in Python. */
export const inPython = (step: Step): string[] =>
  runnerCommand('passes/repair/runner.py', step, { method: methods[step.from] });
