/** A file in the list: its format, its target, and its state. */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { ConversionReport } from '@protean/client';
import type { Format, Trait } from '@protean/formats/format.ts';
import type { ConvertMessages } from '@protean/messages/convert/messages.ts';
import type { Values } from '@protean/messages/message.ts';

export interface Result {
  name: string;
  size: number;
  /** Download URL: a link of the service, or a `blob:` URL, which is revoked when the item is removed. */
  url: string;
  blob: () => Promise<Blob>;
  format: Format;
  /** Codes of the warnings about the result. */
  warnings: readonly string[];
  /** Report of the conversion. Undefined if no report was requested. Jobs always have a report. */
  report: ConversionReport | undefined;
}

/** Possible next steps after a failure, in addition to removing the file. */
export type WayOut =
  | 'retry'
  | 'password'
  | 'sign_in'
  | 'plans'
  | 'job'
  | 'size'
  | 'salvage'
  | 'ocr'
  | 'source'
  | 'target'
  | 'none';

export interface Failure {
  kind: 'failed';
  message: keyof ConvertMessages;
  values?: Values;
  way: WayOut;
  requestId?: string;
  /** Error message from the server. */
  detail?: string;
  /** Smallest possible result, in bytes. */
  smallest?: number;
  /** Format of the content, if it differs from the format that the name specifies. */
  detected?: string;
  /** Name of the file that caused the failure, if several files are combined. */
  of?: string;
}

/**
 * Reason for waiting. `turn`: earlier files are converted first. `throttle`: the rate limit is reached. `busy`: the
 * server is busy. `away`: the service does not respond. `offline`: no network is available.
 */
export type WaitReason = 'turn' | 'throttle' | 'busy' | 'away' | 'offline';

export type State =
  | { kind: 'reading' }
  | { kind: 'unknown' }
  | { kind: 'ready' }
  | { kind: 'waiting'; reason: WaitReason; until?: number }
  | { kind: 'uploading'; share: number; since: number; from: number }
  | { kind: 'queued' }
  | { kind: 'converting'; since: number; share?: number }
  | { kind: 'done'; result: Result }
  | { kind: 'cancelled' }
  | Failure;

/** Progress of an item that is converted as a job. A retry does not repeat completed steps. */
export interface JobState {
  fileId?: string | undefined;
  jobId?: string | undefined;
  /** Idempotency key for retrying a submission whose response was lost. */
  idempotencyKey?: string | undefined;
}

/** A file in the browser, a URL that the service fetches, or several files to combine. */
export type Source = { file: File } | { url: string } | { files: readonly Item[] };

const runningKinds: readonly State['kind'][] = ['waiting', 'uploading', 'queued', 'converting'];

function sizeOf(source: Source): number {
  if ('file' in source) return source.file.size;
  return 'files' in source ? source.files.reduce((sum, { size }) => sum + size, 0) : 0;
}

export class Item {
  readonly id: number;
  readonly source: Source;
  /** Path of the file. If the user added a folder, the path begins with this folder. */
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly state: Signal<State> = signal<State>({ kind: 'reading' });
  readonly format: Signal<Format | undefined> = signal(undefined);
  /** Extension in the file name, if the content has another format. */
  readonly misnamed: Signal<string | undefined> = signal(undefined);
  /** Traits that the format supports but this file does not have. */
  readonly absent: Signal<readonly Trait[]> = signal([]);
  /** Target chosen for this file only. */
  readonly override: Signal<string | undefined> = signal(undefined);
  readonly password: Signal<string> = signal('');
  /** Options of this file only. */
  readonly own: Signal<Readonly<Record<string, string>>> = signal({});
  readonly isRunning: ReadonlySignal<boolean>;
  /** Progress of the job, if the file is converted as a job. */
  readonly job: JobState = {};
  /** Whether the file is converted as a job although it is small. */
  isJob = false;
  /** Fraction of the file that an earlier upload has already sent. */
  sentBefore = 0;
  /** Aborts the running request. */
  abort: (() => void) | undefined;
  /** Number of consecutive attempts that failed temporarily. Each progress of the upload resets the number to 0. */
  tries = 0;

  constructor(id: number, source: Source, path: string) {
    this.id = id;
    this.source = source;
    this.path = path;
    this.name = path.split('/').at(-1) ?? path;
    this.size = sizeOf(source);
    this.isRunning = computed(() => runningKinds.includes(this.state.value.kind));
  }

  dispose(): void {
    this.abort?.();
  }
}
