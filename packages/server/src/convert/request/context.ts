/** The context of a conversion, created at the start of a request, job or tool call and passed down unchanged. */
import type { SandboxLimits } from '@protean/engines/contract/limits.ts';

/**
 * Limits of a job. A job's limits replace the limits of its engines, because no client waits for the response of a job.
 */
export interface ConversionBounds {
  /** Timeout of all steps together, in milliseconds. */
  wallMs: number;
  /** Output limit of each step, in bytes. If the engine's own limit is higher, the engine's limit applies instead. */
  outputBytes: number;
}

/** Called with the progress, from 0 to 1. */
export type OnProgress = (share: number) => void;

export interface ConversionContext {
  /**
   * Folder of the conversion, in which its steps write. If a request has several files, each file gets a separate
   * folder.
   */
  dir: string;
  signal?: AbortSignal | undefined;
  /** Identifies the caller in the queue, which gives all callers equal time. */
  caller?: string | undefined;
  /** Whether the conversion waits in a full queue instead of being rejected with 503. */
  mayWaitInFullQueue?: boolean | undefined;
  /** Id of the account that requested the conversion. */
  account?: string | undefined;
  /** Set only if the conversion may exceed the usual limits of time and size. */
  bounds?: ConversionBounds | undefined;
  onProgress?: OnProgress | undefined;
  /** Called when the conversion leaves the queue. */
  onStart?: (() => void) | undefined;
  /** Id of the request, which correlates the logs of several processes. */
  requestId?: string | undefined;
  /** Whether to make a report even if the request does not ask for one. */
  report?: boolean | undefined;
  /** Called when the conversion of one of several files has ended. */
  onFile?: ((end: FileEnd) => void) | undefined;
}

/** Outcome of one of several files. */
export type FileEnd = 'converted' | 'failed';

/** Returns `limits`, but uses the output limit of `bounds` if that limit is higher. */
export function boundedLimits(limits: SandboxLimits, bounds: ConversionBounds | undefined): SandboxLimits {
  return { ...limits, outputBytes: Math.max(limits.outputBytes, bounds?.outputBytes ?? 0) };
}
