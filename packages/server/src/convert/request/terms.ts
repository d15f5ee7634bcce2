/** The terms of a conversion: for whom it is done, within which bounds, and who is told how far it is. */
import type { ConversionBounds, OnProgress } from '../run/step.ts';

/** For whom and how a plan is carried out. */
export interface ConversionTerms {
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
