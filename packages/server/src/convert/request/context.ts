/** The context of a conversion: for whom it is done, within which bounds, and who is told how far it is. */
import type { SandboxLimits } from '@protean/engines/contract/limits.ts';

/** Bounds of a job, which nobody waits for, in place of those of its engines. */
export interface ConversionBounds {
  /** Milliseconds of all steps together. */
  wallMs: number;
  /** Bytes that each step may write, where its engine may not write more anyway. */
  outputBytes: number;
}

/** Takes how much is done, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** For whom and how a plan is carried out. */
export interface ConversionContext {
  /** The conversion's own folder: what its steps write goes there. */
  dir: string;
  signal?: AbortSignal | undefined;
  /** Who waits for it; the queue gives each caller as much time as another. */
  caller?: string | undefined;
  /** Whether it waits however long the queue is, instead of being refused with 503. */
  mayWaitInFullQueue?: boolean | undefined;
  /** The account whose conversion it is. */
  account?: string | undefined;
  /** Where it may take more than a conversion usually does. */
  bounds?: ConversionBounds | undefined;
  onProgress?: OnProgress | undefined;
  /** Called when it leaves the queue. */
  onStart?: (() => void) | undefined;
  /** The id of the request, by which the logs of several processes are brought together. */
  requestId?: string | undefined;
  /** Whether a report is made also where the request does not ask for one. */
  report?: boolean | undefined;
  /** Called when one of several files is over. */
  onFile?: ((end: FileEnd) => void) | undefined;
}

/** What became of one of several files. */
export type FileEnd = 'converted' | 'failed';

/** `limits`, or more where a conversion may write more. */
export function boundedLimits(limits: SandboxLimits, bounds: ConversionBounds | undefined): SandboxLimits {
  return { ...limits, outputBytes: Math.max(limits.outputBytes, bounds?.outputBytes ?? 0) };
}
