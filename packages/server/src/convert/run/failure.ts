/** Maps a failed engine run to an error. The error states the cause, the reason, and what the caller can do. */
import { constants } from 'node:os';
import type { Engine } from '@protean/engines/contract/engine.ts';
import type { Options } from '@protean/engines/contract/options.ts';
import {
  matchedRefusal,
  namedRefusal,
  reasons,
  type Reason,
  type Refusal,
} from '@protean/engines/contract/reasons.ts';
import { overloaded, ServiceError } from '../../errors.ts';
import { findLock } from '@protean/formats/detection/lock.ts';
import type { RunOutcome } from '../../sandbox/sandbox-process.ts';
import type { Edge } from '../catalogue/edges.ts';

/** The source and target of the request. Errors name the source and the target instead of intermediate formats. */
export interface ConversionEnds {
  source: string;
  target: string;
}

/** Returns the error for the caller, or undefined if the run succeeded. */
export async function failureOf(
  outcome: RunOutcome,
  engine: Engine,
  { edge, ends, file, options }: { edge: Edge; ends: ConversionEnds; file: string; options: Options },
): Promise<ServiceError | undefined> {
  if (outcome.ending === 'exit' && outcome.status === 0) return undefined;
  const cause = new Error(
    `${engine.id} ${edge.from}>${edge.to} ended by ${outcome.ending}, status ${outcome.status}: ${outcome.stderr.slice(-2000)}`,
  );
  switch (outcome.ending) {
    case 'timeout':
      return unavailable(
        'timeout',
        'The conversion took too long and was stopped. A smaller file may fit, and a job (POST /v1/jobs) may take longer.',
        cause,
      );
    case 'memory_limit':
      return refused(edge, ends, 'too_complex', cause);
    case 'output_limit':
      return tooMuch('result_too_large', 'The result would be larger than a conversion allows.', cause);
    case 'disk_full':
      return overloaded('disk_full', cause);
    case 'aborted':
      return unavailable('aborted', 'The conversion was stopped.', cause);
    case 'exit':
      if (startedNoProcess.test(outcome.stderr)) return overloaded('busy', cause);
      if (lostProcess.test(outcome.stderr) || brokenProgram.test(outcome.stderr))
        return unavailable('engine_crashed', engineCrashed, cause);
      if (ranOutOfResources(outcome)) return refused(edge, ends, 'too_complex', cause);
      if (crashed(outcome) || engine.isEngineFault?.(outcome)) {
        return unavailable('engine_crashed', engineCrashed, cause);
      }
      // An earlier check has shown that the disk has space, so the sandbox's temporary folder is full.
      if (outcome.stderr.includes('No space left on device'))
        return refused(edge, ends, 'too_complex', cause);
      return refused(edge, ends, await refusalOf(outcome, engine, { file, options }), cause);
  }
}

// bwrap exits with 128+n if signal n killed the program, and with 126 or 127 if the program could not be run.
function crashed({ status, signal }: RunOutcome): boolean {
  return signal !== null || status === null || status >= 126;
}

/**
 * Returns the number of the signal that killed a program, or 0. If signal n killed a program, a shell reports the
 * status 128+n.
 */
const signalOf = ({ status, signal }: RunOutcome): number =>
  signal === null ? Math.max(0, (status ?? 0) - 128) : constants.signals[signal];

const engineCrashed = 'The conversion engine crashed on this file.';

/**
 * Error messages of runners and programs that could not start a process or a thread, or found the system's file table
 * full. Under load, any file can cause one of these error messages, so the error is never the file's fault.
 */
const startedNoProcess =
  /Resource temporarily unavailable|BlockingIOError|can(?:'|no)t (?:fork|start new thread)|fork failed|unable to create (?:new |native )?thread|pthread_create failed|spawn\S* \S* ?(?:EAGAIN|ENOMEM|ENFILE)|too many open files in system|(?:os\.fork\(\)|_fork_exec\()[^]*\[Errno (?:11|12|23)\]/i;

/** Error messages of runners whose program was killed from outside. The kernel kills programs when memory is short. */
const lostProcess = /died with <Signals\.SIGKILL|was killed by SIGKILL/;

/**
 * Python and Node errors that show a fault of the program itself: a missing module or an unknown name. SyntaxError is
 * not listed, because Pillow raises SyntaxError for broken pictures.
 */
const brokenProgram =
  /^(?:ImportError|ModuleNotFoundError|NameError|UnboundLocalError): |\bERR_MODULE_NOT_FOUND\b/m;

/** Error messages of programs that run out of memory or stack. */
const outOfMemory =
  /heap exhausted|unable to commit \d+ bytes|heap out of memory|out of memory|memory exhausted|cannot allocate memory|failed to allocate|undefined AOM error|std::bad_alloc|memory allocation of \d+ bytes failed|MemoryError|stack overflow|overflowed its stack|stack level too deep/i;

function ranOutOfResources(outcome: RunOutcome): boolean {
  return timeSignals.has(signalOf(outcome)) || outOfMemory.test(outcome.stderr);
}

/** Signals by which the kernel ends a process that exceeds a limit of processor time: `setrlimit` and `setitimer`. */
const timeSignals = new Set<number>([constants.signals.SIGXCPU, constants.signals.SIGPROF]);

/** Process signals that a bad file can cause. SIGKILL and SIGSYS are not listed, because a file is not their cause. */
const crashSignals = (['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP'] as const).map(
  (name) => constants.signals[name],
);

/** Whether the file may have caused the engine's crash. */
export function diedOfFile(outcome: RunOutcome): boolean {
  return outcome.ending === 'exit' && crashSignals.some((signal) => signal === signalOf(outcome));
}

function unavailable(reason: string, message: string, cause: unknown): ServiceError {
  return new ServiceError('service_unavailable', message, { details: { reason }, cause });
}

function tooMuch(reason: string, message: string, cause: unknown): ServiceError {
  return new ServiceError('bad_request', message, { details: { reason }, cause });
}

/** Reasons that an engine may report for an encrypted file if it does not recognize the encryption method. */
const mayBeLock: ReadonlySet<Reason> = new Set<Reason>([
  'password_required',
  'unreadable_file',
  'damaged',
  'truncated',
]);

async function refusalOf(
  { stderr }: RunOutcome,
  engine: Engine,
  { file, options }: { file: string; options: Options },
): Promise<Refusal> {
  const known = namedRefusal(stderr) ?? matchedRefusal(stderr, engine.reasons ?? []);
  if (known && !mayBeLock.has(known.reason)) return known;
  const lock = await findLock(file);
  if (lock?.feature !== undefined) return { reason: 'unsupported_feature', feature: lock.feature };
  if (known) return known;
  const isLocked = lock !== undefined && options.password === undefined;
  return { reason: isLocked ? 'password_required' : 'unreadable_file' };
}

export function refused(
  { from, to }: Edge,
  { source, target }: ConversionEnds,
  refusal: Reason | Refusal,
  cause: unknown,
): ServiceError {
  const given: Refusal = typeof refusal === 'string' ? { reason: refusal } : refusal;
  const { reason, feature, available, option, problem } = given;
  if (option !== undefined) {
    const why = problem || 'it could not be read';
    return new ServiceError('bad_request', `The file in the option "${option}" cannot be used: ${why}.`, {
      details: { reason, field: option, source },
      cause,
    });
  }
  const what =
    reason === 'unreadable_file' && from === source
      ? `could not be read`
      : from === to && from === source
        ? 'could not be opened'
        : `could not be converted to ${target}`;
  const why = feature === undefined ? reasons[reason] : `It uses an unsupported feature: ${feature}.`;
  const has = available === undefined ? '' : ` It has: ${available || 'no axes'}.`;
  return new ServiceError('bad_request', `The ${source} file ${what}. ${why}${has}`, {
    details: {
      reason,
      ...(feature === undefined ? {} : { feature }),
      ...(available === undefined ? {} : { available }),
      source,
    },
    cause,
  });
}
